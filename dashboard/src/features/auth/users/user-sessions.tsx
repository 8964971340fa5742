import type { UserSession } from '@stoa/contract/services/auth/members'
import { useState } from 'react'
import { QueryError } from '../../../components/query-error.tsx'
import { Time } from '../../../components/time.tsx'
import {
  useEndUserSession,
  useEndUserSessions,
  useUserSessions,
} from '../../../data/resources/services/auth/users.ts'
import { Badge } from '../../../ui/display/badge.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'

type UserSessionsProps = { projectRef: string; userId: string; canWrite: boolean }

/** The user's sessions. */
export function UserSessions({ projectRef, userId, canWrite }: UserSessionsProps) {
  const { data: sessions, error, refetch } = useUserSessions(projectRef, userId)
  const [isAsking, setIsAsking] = useState(false)
  const endAll = useEndUserSessions(projectRef, userId)
  if (error) {
    return (
      <QueryError
        error={error}
        title="Could not load the sessions"
        onRetry={() => void refetch()}
      />
    )
  }
  if (!sessions) return <Skeleton className="h-24" />
  if (sessions.length === 0) {
    return <EmptyState title="No sessions" description="The user is not signed in anywhere." />
  }
  return (
    <div className="grid gap-3">
      <ul className="divide-y divide-line rounded-md border text-xs">
        {sessions.map((session) => (
          <SessionItem key={session.id} {...{ projectRef, userId, canWrite, session }} />
        ))}
      </ul>
      {canWrite && (
        <div>
          <Button variant="danger" onClick={() => setIsAsking(true)}>
            Sign out everywhere
          </Button>
        </div>
      )}
      <ConfirmDialog
        visible={isAsking}
        variant="danger"
        size="md"
        title="Sign out everywhere?"
        description="All sessions of the user end. Access tokens work until they expire, except where sessions are checked."
        confirmLabel="Sign out everywhere"
        loading={endAll.isPending}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => endAll.mutate(undefined, { onSettled: () => setIsAsking(false) })}
      />
    </div>
  )
}

type SessionItemProps = UserSessionsProps & { session: UserSession }

function SessionItem({ projectRef, userId, canWrite, session }: SessionItemProps) {
  const end = useEndUserSession(projectRef, userId)
  return (
    <li className="flex items-center gap-3 px-3 py-2">
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="truncate font-medium" title={session.user_agent ?? undefined}>
          {session.user_agent || 'Unknown client'}
        </p>
        <p className="text-muted">
          {session.ip ?? 'Unknown address'}
          {session.last_used_at && (
            <>
              , last used <Time date={session.last_used_at} />
            </>
          )}
          {session.not_after && (
            <>
              , ends <Time date={session.not_after} />
            </>
          )}
        </p>
      </div>
      {session.aal === 'aal2' && <Badge variant="success">Second factor</Badge>}
      {canWrite && (
        <Button size="sm" pending={end.isPending} onClick={() => end.mutate(session.id)}>
          End
        </Button>
      )}
    </li>
  )
}
