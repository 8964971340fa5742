import type { ReadReplica } from '@stoa/contract/platform/read-replicas'
import { ValueList, ValueRow } from '../../components/connect/value-row.tsx'
import { Time } from '../../components/time.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { StatusDot } from '../../ui/display/status-dot.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { LagCharts } from './lag-charts.tsx'
import { currencyOf, STATES } from './words.ts'

type ReplicaCardProps = {
  replica: ReadReplica
  /** Absent for members who cannot remove it. */
  onRemove: (() => void) | undefined
}

/** A read replica: its state, address and lag. */
export function ReplicaCard({ replica, onRemove }: ReplicaCardProps) {
  const { identifier, state, failure, created_at } = replica
  const { label, tone } = STATES[state]
  return (
    <article
      aria-label={identifier}
      className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-md border p-4"
    >
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-56">
          <h2 className="truncate font-mono text-sm font-medium" title={identifier}>
            {identifier}
          </h2>
          <p className="mt-1 text-xs text-muted">
            Added <Time date={created_at} />
          </p>
        </div>
        <div className="flex items-center gap-3">
          <span aria-live="polite" className="inline-flex items-center gap-1.5 text-xs">
            <StatusDot tone={tone} />
            {label}
          </span>
          {onRemove && (
            <Button size="sm" onClick={onRemove}>
              Remove
            </Button>
          )}
        </div>
      </header>
      <p className="text-muted">{currencyOf(replica)}</p>
      {failure && (
        <Callout type="danger" title={failure.message}>
          {failure.hint}
        </Callout>
      )}
      <ValueList>
        <ValueRow label="Connection string" value={replica.connection_string} />
        <ValueRow label="User" value={replica.database_user} />
      </ValueList>
      {replica.lag_samples.length > 1 && <LagCharts samples={replica.lag_samples} />}
    </article>
  )
}
