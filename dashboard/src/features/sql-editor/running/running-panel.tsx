import { useState } from 'react'
import { QueryError } from '../../../components/query-error.tsx'
import type { PanelProps } from '../../../components/rooms/room.ts'
import { useCan } from '../../../data/resources/platform/projects.ts'
import { useActivity } from '../../../data/resources/services/meta/activity.ts'
import { formatSeconds } from '../../../lib/durations.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { lockText, originOf, runningList, type Running } from './running-list.ts'
import { SignalDialog, Statement, type Signal } from './signal-dialog.tsx'

type Chosen = { signal: Signal; pid: number }

/** The statements that run in the database now, read again every second. */
export function RunningPanel({ projectRef }: PanelProps) {
  const { data, error, refetch } = useActivity(projectRef)
  const canWrite = useCan(projectRef)('database:write')
  const [chosen, setChosen] = useState<Chosen | undefined>()
  if (error && !data)
    return (
      <div className="p-4">
        <QueryError
          error={error}
          title="Could not load the running queries"
          onRetry={() => void refetch()}
        />
      </div>
    )
  if (!data) return <Skeleton className="m-4 h-48" />
  const list = runningList(data)
  const asked = list.find(({ session }) => session.pid === chosen?.pid)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-3 overflow-y-auto p-4">
      {list.length === 0 && (
        <EmptyState
          title="No queries are running"
          description="Queries appear here while they run, with the locks that they wait for."
        />
      )}
      <ul aria-label="Running queries" className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {list.map((running) => (
          <Entry
            key={`${running.session.pid} ${running.session.backend_start}`}
            running={running}
            canWrite={canWrite}
            onSignal={(signal) => setChosen({ signal, pid: running.session.pid })}
          />
        ))}
      </ul>
      {chosen && asked && (
        <SignalDialog
          projectRef={projectRef}
          signal={chosen.signal}
          running={asked}
          onClose={() => setChosen(undefined)}
        />
      )}
    </div>
  )
}

type EntryProps = { running: Running; canWrite: boolean; onSignal: (signal: Signal) => void }

function Entry({ running, canWrite, onSignal }: EntryProps) {
  const { session, isOwn, wait } = running
  const isActive = session.state === 'active'
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-2 rounded-md border p-3">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted">
        {isOwn && <Badge>Yours</Badge>}
        <span className="truncate">{originOf(session)}</span>
        <span className="tabular-nums">pid {session.pid}</span>
        <span className="ml-auto tabular-nums">
          {isActive ? 'running' : session.state} for {formatSeconds(session.state_seconds ?? 0)}
        </span>
      </div>
      <Statement session={session} />
      {wait && (
        <p className="text-xs text-warning-text">
          Waits for {lockText(wait.lock)}
          {wait.lock?.waiting_seconds !== null &&
            wait.lock !== undefined &&
            `, for ${formatSeconds(wait.lock.waiting_seconds)}`}
          , held by{' '}
          {wait.holders
            .map((holder) =>
              'role' in holder ? `pid ${holder.pid} (${originOf(holder)})` : `pid ${holder.pid}`,
            )
            .join(', ')}
          .
        </p>
      )}
      {canWrite && (session.can_cancel || session.can_terminate) && (
        <div className="flex gap-2">
          <Button
            size="sm"
            disabled={!session.can_cancel || !isActive}
            onClick={() => onSignal('cancel')}
          >
            Cancel query
          </Button>
          <Button
            size="sm"
            variant="secondary"
            disabled={!session.can_terminate}
            onClick={() => onSignal('terminate')}
          >
            Terminate session
          </Button>
        </div>
      )}
    </li>
  )
}
