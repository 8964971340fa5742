import type { AccountSession } from '@stoa/contract/platform/sessions'
import { useState } from 'react'
import { QueryError } from '../../components/query-error.tsx'
import { Time } from '../../components/time.tsx'
import {
  useEndOtherSessions,
  useEndSession,
  useSessions,
} from '../../data/resources/platform/sessions.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'

/** Where the account is signed in. */
export function SessionsSection() {
  const { data: sessions, error, refetch } = useSessions()
  const [isAsking, setIsAsking] = useState(false)
  const endOthers = useEndOtherSessions()
  return (
    <Section
      title="Sessions"
      description="Browsers where you are signed in. If you don’t recognize one, sign it out and change your password."
    >
      {error && (
        <QueryError
          error={error}
          title="Could not load your sessions"
          onRetry={() => void refetch()}
        />
      )}
      {!sessions && !error && <Skeleton className="h-20" />}
      {sessions && (
        <ul aria-label="Sessions" className="divide-y rounded-md border bg-raised">
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      )}
      {sessions && sessions.length > 1 && (
        <div>
          <Button onClick={() => setIsAsking(true)}>Sign out everywhere else</Button>
        </div>
      )}
      <ConfirmDialog
        visible={isAsking}
        variant="danger"
        size="md"
        title="Sign out everywhere else?"
        description="All sessions but this one end. Your access tokens keep working."
        confirmLabel="Sign out everywhere else"
        loading={endOthers.isPending}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => endOthers.mutate(undefined, { onSettled: () => setIsAsking(false) })}
      />
    </Section>
  )
}

function SessionRow({ session }: { session: AccountSession }) {
  const end = useEndSession()
  const device = session.device || 'Unknown browser'
  return (
    <li className="flex min-h-10 items-center gap-3 px-3 py-1.5">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2">
          <span className="truncate font-medium">{device}</span>
          {session.is_current && <Badge>This session</Badge>}
        </p>
        <p className="truncate text-xs text-muted">
          {session.ip ?? 'Unknown address'}
          {session.last_used_at && (
            <>
              , last active <Time date={session.last_used_at} />
            </>
          )}
        </p>
      </div>
      {!session.is_current && (
        <Button
          size="sm"
          variant="ghost"
          aria-label={`Sign out ${device}`}
          pending={end.isPending}
          onClick={() => end.mutate(session.id)}
        >
          Sign out
        </Button>
      )}
    </li>
  )
}
