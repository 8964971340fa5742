import type { UserDetail } from '@stoa/contract/services/auth/members'
import { useState, type ReactNode } from 'react'
import { useRemoveUserFactor } from '../../../data/resources/auth-users.ts'
import { formatExact } from '../../../lib/dates.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Item, List, Part } from './panel-parts.tsx'
import { UserActions } from './user-actions.tsx'
import { isBanned, UserState } from './user-state.tsx'
import { factorName, providerName } from '../words.ts'

type UserOverviewProps = {
  projectRef: string
  user: UserDetail
  canWrite: boolean
  onDeleted: () => void
}

export function UserOverview({ projectRef, user, canWrite, onDeleted }: UserOverviewProps) {
  return (
    <div className="grid gap-6">
      <dl className="grid grid-cols-[8rem_minmax(0,1fr)] items-baseline gap-x-3 gap-y-1.5 text-xs [&_dd]:break-words [&_dt]:text-muted">
        <Detail title="Status">
          <UserState user={user} />
        </Detail>
        <Detail title="User ID">
          <span className="font-mono">{user.id}</span>
          <CopyButton iconOnly text={user.id} label="Copy user ID" className="-my-1.5 ml-1" />
        </Detail>
        {user.email && (
          <Detail title="Email">
            {user.email} <Since date={user.email_confirmed_at} />
          </Detail>
        )}
        {user.new_email && <Detail title="Changes email to">{user.new_email}</Detail>}
        {user.phone && (
          <Detail title="Phone">
            {user.phone} <Since date={user.phone_confirmed_at} />
          </Detail>
        )}
        <Detail title="Role">
          <span className="font-mono">{user.role || 'none'}</span>
        </Detail>
        <Moment title="Created" date={user.created_at} />
        <Moment title="Last sign-in" date={user.last_sign_in_at} otherwise="Never" />
        <Moment title="Invited" date={user.invited_at} />
        <Moment title="Recovery sent" date={user.recovery_sent_at} />
        {isBanned(user) && <Moment title="Banned until" date={user.banned_until} />}
      </dl>
      <Part title="Sign-in methods">
        {user.identities.length === 0 ? (
          <p className="text-xs text-muted">None. The user cannot sign in again.</p>
        ) : (
          <List>
            {user.identities.map((identity) => (
              <Item key={identity.id}>
                <span className="font-medium">{providerName(identity.provider)}</span>
                <span className="truncate text-muted">{identity.email}</span>
              </Item>
            ))}
          </List>
        )}
      </Part>
      <Factors projectRef={projectRef} user={user} canWrite={canWrite} />
      {canWrite && <UserActions projectRef={projectRef} user={user} onDeleted={onDeleted} />}
    </div>
  )
}

function Factors({ projectRef, user, canWrite }: Omit<UserOverviewProps, 'onDeleted'>) {
  const [removed, setRemoved] = useState<string>()
  const remove = useRemoveUserFactor(projectRef, user.id)
  if (user.factors.length === 0) return null
  return (
    <Part title="Second factors">
      <List>
        {user.factors.map((factor) => (
          <Item key={factor.id}>
            <span className="truncate font-medium">
              {factor.friendly_name || factorName(factor.factor_type)}
            </span>
            {factor.friendly_name && (
              <span className="text-muted">{factorName(factor.factor_type)}</span>
            )}
            <Badge variant={factor.status === 'verified' ? 'success' : 'neutral'}>
              {factor.status === 'verified' ? 'Verified' : 'Not verified'}
            </Badge>
            {canWrite && (
              <Button size="sm" className="ml-auto" onClick={() => setRemoved(factor.id)}>
                Remove
              </Button>
            )}
          </Item>
        ))}
      </List>
      <ConfirmDialog
        visible={removed !== undefined}
        variant="danger"
        size="md"
        title="Remove the second factor?"
        description="The user can then sign in without it. Verify the user’s identity first."
        confirmLabel="Remove factor"
        loading={remove.isPending}
        onCancel={() => setRemoved(undefined)}
        onConfirm={() =>
          removed !== undefined &&
          remove.mutate(removed, { onSettled: () => setRemoved(undefined) })
        }
      />
    </Part>
  )
}

function Since({ date }: { date: string | null }) {
  return date === null ? (
    <span className="text-muted">(not confirmed)</span>
  ) : (
    <span className="text-muted">(confirmed)</span>
  )
}

type MomentProps = { title: string; date: string | null; otherwise?: string }

function Moment({ title, date, otherwise }: MomentProps) {
  if (date === null && otherwise === undefined) return null
  return <Detail title={title}>{date === null ? otherwise : formatExact(date)}</Detail>
}

function Detail({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </>
  )
}
