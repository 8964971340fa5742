import type { UserDetail } from '@stoa/contract/services/auth/members'
import { useState } from 'react'
import {
  useDeleteUser,
  useSendUserMail,
  useUpdateUser,
  ENDLESS_BAN,
  type UserMail,
} from '../../../data/resources/services/auth/users.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { Item, List, Part } from './panel-parts.tsx'
import { isBanned } from './user-state.tsx'
import { nameOf } from '../words.ts'

type UserActionsProps = { projectRef: string; user: UserDetail; onDeleted: () => void }

const BANS = [
  { value: '24h', label: '1 day' },
  { value: '168h', label: '1 week' },
  { value: '720h', label: '30 days' },
  { value: ENDLESS_BAN, label: 'Until you end it' },
] as const
type Ban = (typeof BANS)[number]['value']

/** The actions that a member can take on an account: send emails, confirm, ban, and delete. */
export function UserActions({ projectRef, user, onDeleted }: UserActionsProps) {
  const [asked, setAsked] = useState<'ban' | 'delete'>()
  const [ban, setBan] = useState<Ban>('24h')
  const update = useUpdateUser(projectRef, user.id)
  const remove = useDeleteUser(projectRef)
  const close = () => setAsked(undefined)
  const isConfirmed = user.email === null || user.email_confirmed_at !== null
  return (
    <>
      {user.email && (
        <Part title="Emails">
          <List>
            <MailItem projectRef={projectRef} user={user} kind="recovery">
              Password reset email
            </MailItem>
            <MailItem projectRef={projectRef} user={user} kind="magiclink">
              Sign-in link
            </MailItem>
            {!isConfirmed && (
              <>
                <MailItem projectRef={projectRef} user={user} kind="confirmation">
                  Confirmation email
                </MailItem>
                <Item>
                  Confirm the address without an email
                  <Button
                    size="sm"
                    className="ml-auto"
                    pending={update.isPending}
                    onClick={() => update.mutate({ confirm_email: true })}
                  >
                    Confirm
                  </Button>
                </Item>
              </>
            )}
          </List>
        </Part>
      )}
      {user.phone && user.phone_confirmed_at === null && (
        <Part title="Phone number">
          <List>
            <Item>
              Confirm the number without a message
              <Button
                size="sm"
                className="ml-auto"
                aria-label="Confirm phone number"
                pending={update.isPending}
                onClick={() => update.mutate({ confirm_phone: true })}
              >
                Confirm
              </Button>
            </Item>
          </List>
        </Part>
      )}
      <Part title="Danger zone">
        <List>
          <Item>
            {isBanned(user) ? 'The user cannot sign in.' : 'Prevent the user from signing in'}
            {isBanned(user) ? (
              <Button
                size="sm"
                className="ml-auto"
                pending={update.isPending}
                onClick={() => update.mutate({ ban_duration: 'none' })}
              >
                End ban
              </Button>
            ) : (
              <Button size="sm" className="ml-auto" onClick={() => setAsked('ban')}>
                Ban user
              </Button>
            )}
          </Item>
          <Item>
            Delete the account and its sessions
            <Button
              size="sm"
              variant="danger"
              className="ml-auto"
              onClick={() => setAsked('delete')}
            >
              Delete user
            </Button>
          </Item>
        </List>
      </Part>
      <ConfirmDialog
        visible={asked === 'ban'}
        variant="danger"
        size="md"
        title={`Ban ${nameOf(user)}?`}
        description="The user cannot sign in or refresh a session until the ban ends. Access tokens work until they expire."
        confirmLabel="Ban user"
        loading={update.isPending}
        onCancel={close}
        onConfirm={() => update.mutate({ ban_duration: ban }, { onSettled: close })}
      >
        <Field label="Duration">
          {(control) => <Select {...control} value={ban} options={BANS} onValueChange={setBan} />}
        </Field>
      </ConfirmDialog>
      <ConfirmDialog
        visible={asked === 'delete'}
        variant="danger"
        size="md"
        title={`Delete ${nameOf(user)}?`}
        description="Rows that reference the user are deleted too or prevent the deletion, depending on their foreign keys. This can’t be undone."
        confirmLabel="Delete user"
        loading={remove.isPending}
        onCancel={close}
        onConfirm={() => remove.mutate(user.id, { onSuccess: onDeleted, onError: close })}
      />
    </>
  )
}

type MailItemProps = {
  projectRef: string
  user: UserDetail
  kind: UserMail
  children: string
}

function MailItem({ projectRef, user, kind, children }: MailItemProps) {
  const send = useSendUserMail(projectRef, user.id)
  return (
    <Item>
      {children}
      <Button
        size="sm"
        className="ml-auto"
        aria-label={`Send: ${children}`}
        pending={send.isPending}
        onClick={() => send.mutate(kind)}
      >
        Send
      </Button>
    </Item>
  )
}
