import type { UserDetail } from '@stoa/contract/services/auth/members'
import type { ReactNode } from 'react'
import { formatExact } from '../../../lib/dates.ts'
import { CopyButton } from '../../../ui/buttons/copy-button.tsx'
import { UserActions } from './user-actions.tsx'
import { UserFactors } from './user-factors.tsx'
import { UserIdentities } from './user-identities.tsx'
import { UserImpersonation } from './user-impersonation.tsx'
import { UserPasskeys } from './user-passkeys.tsx'
import { isBanned, UserState } from './user-state.tsx'

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
      <UserIdentities projectRef={projectRef} user={user} canWrite={canWrite} />
      <UserPasskeys projectRef={projectRef} user={user} canWrite={canWrite} />
      <UserFactors projectRef={projectRef} user={user} canWrite={canWrite} />
      <UserImpersonation projectRef={projectRef} user={user} canWrite={canWrite} />
      {canWrite && <UserActions projectRef={projectRef} user={user} onDeleted={onDeleted} />}
    </div>
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
