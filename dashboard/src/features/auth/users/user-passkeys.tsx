import type { UserDetail } from '@stoa/contract/services/auth/members'
import { useState } from 'react'
import { Time } from '../../../components/time.tsx'
import { useRemoveUserPasskey } from '../../../data/resources/services/auth/users.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { Item, List, Part } from './panel-parts.tsx'

type UserPasskeysProps = { projectRef: string; user: UserDetail; canWrite: boolean }

/** The passkeys that the user signs in with. */
export function UserPasskeys({ projectRef, user, canWrite }: UserPasskeysProps) {
  const [asked, setAsked] = useState<string>()
  const remove = useRemoveUserPasskey(projectRef, user.id)
  const close = () => setAsked(undefined)
  if (user.passkeys.length === 0) return null
  return (
    <Part title="Passkeys">
      <List>
        {user.passkeys.map(({ id, friendly_name: name, last_used_at: lastUsed }) => (
          <Item key={id}>
            <span className="truncate font-medium">{name || 'Passkey'}</span>
            <span className="text-muted">
              {lastUsed === null ? (
                'Never used'
              ) : (
                <>
                  Last used <Time date={lastUsed} />
                </>
              )}
            </span>
            {canWrite && (
              <Button
                size="sm"
                className="ml-auto"
                aria-label={`Remove passkey ${name}`}
                onClick={() => setAsked(id)}
              >
                Remove
              </Button>
            )}
          </Item>
        ))}
      </List>
      <ConfirmDialog
        visible={asked !== undefined}
        variant="danger"
        size="md"
        title="Remove the passkey?"
        description="The user can no longer sign in with it."
        confirmLabel="Remove passkey"
        loading={remove.isPending}
        onCancel={close}
        onConfirm={() => asked !== undefined && remove.mutate(asked, { onSettled: close })}
      />
    </Part>
  )
}
