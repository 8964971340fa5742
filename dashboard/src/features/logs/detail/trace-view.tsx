import type { LogRow } from '@stoa/contract/services/logs/logs'
import { QueryError } from '../../../components/query-error.tsx'
import { useTrace, type LogEvent } from '../../../data/resources/services/logs/events.ts'
import { keyOf } from '../../../data/resources/services/logs/scope.ts'
import { classNames } from '../../../lib/class-names.ts'
import { CodeBlock } from '../../../ui/display/code-block.tsx'
import { StatusDot } from '../../../ui/display/status-dot.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { formatDuration } from '../table/columns.ts'
import { LEVEL_LABELS, LEVEL_TONES, sourceName, statusClass } from '../words.ts'
import { metadataOf } from './event-fields.ts'
import { stepsOf, type TraceStep } from './trace-steps.ts'

type TraceViewProps = {
  projectRef: string
  event: LogRow
  onOpen: (event: LogRow) => void
}

/** The events that one request caused in each service, on a line of time. */
export function TraceView({ projectRef, event, onOpen }: TraceViewProps) {
  const trace = useTrace(projectRef, event)
  if (event.request_id === null)
    return (
      <EmptyState
        title="Not part of a request"
        description="This event has no request ID, so no other service’s events belong to it."
      />
    )
  if (trace.error && !trace.data)
    return (
      <QueryError
        error={trace.error}
        title="Could not load the request"
        onRetry={() => void trace.refetch()}
      />
    )
  if (!trace.data) return <Skeleton className="h-48" />
  const { steps, totalMs } = stepsOf(trace.data)
  return (
    <div className="grid gap-3">
      <p className="text-xs text-muted">
        {steps.length === 1 ? 'One event' : `${steps.length} events`} in {formatDuration(totalMs)}
      </p>
      <ol aria-label="Request" className="grid gap-1">
        {steps.map((step) => (
          <Step
            key={keyOf(step.event)}
            step={step}
            isOpen={keyOf(step.event) === keyOf(event)}
            onOpen={() => onOpen(step.event)}
          />
        ))}
      </ol>
    </div>
  )
}

type StepProps = { step: TraceStep; isOpen: boolean; onOpen: () => void }

function Step({ step, isOpen, onOpen }: StepProps) {
  const { event, offsetMs, left, width } = step
  const statement = statementOf(event)
  return (
    <li
      className={classNames('grid gap-1.5 rounded-md border p-2 text-xs', isOpen && 'bg-selected')}
    >
      <button
        type="button"
        onClick={onOpen}
        aria-current={isOpen ? 'true' : undefined}
        className="grid gap-1.5 text-left"
      >
        <span className="flex min-w-0 items-center gap-2">
          <StatusDot tone={LEVEL_TONES[event.severity]} />
          <span className="sr-only">{LEVEL_LABELS[event.severity]}</span>
          <span className="truncate font-medium">{sourceName(event.source)}</span>
          {event.status !== null && (
            <span className={classNames('font-mono tabular-nums', statusClass(event.status))}>
              {event.status}
            </span>
          )}
          <span className="ml-auto shrink-0 text-muted tabular-nums">
            +{formatDuration(offsetMs)}
            {event.duration_ms !== null && `, took ${formatDuration(event.duration_ms)}`}
          </span>
        </span>
        <span aria-hidden className="relative h-1 rounded-full bg-sunken">
          <span
            style={{ left: `${left}%`, width: `${width}%` }}
            className={classNames(
              'absolute inset-y-0 min-w-1 rounded-full',
              event.severity === 'error' ? 'bg-danger' : 'bg-accent',
            )}
          />
        </span>
        <span className="font-mono wrap-anywhere">{event.message}</span>
      </button>
      {statement !== undefined && <CodeBlock wrap label="statement" code={statement} />}
    </li>
  )
}

const statementOf = (event: LogEvent): string | undefined =>
  event.source === 'postgres_logs' ? metadataOf(event, 'parsed.query') : undefined
