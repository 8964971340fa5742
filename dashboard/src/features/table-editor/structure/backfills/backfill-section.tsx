import type { TableDetail } from '@stoa/contract/services/meta/catalogue'
import type { Backfill } from '@stoa/contract/services/meta/backfills'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { QueryError } from '../../../../components/query-error.tsx'
import { Time } from '../../../../components/time.tsx'
import {
  useBackfills,
  useCancelBackfill,
} from '../../../../data/resources/services/meta/backfills.ts'
import { useForgetCatalogue } from '../../../../data/resources/services/meta/tables.ts'
import { formatCount } from '../../../../lib/quantities.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { Progress } from '../../../../ui/feedback/progress.tsx'
import { stateText } from './backfill-draft.ts'
import { BackfillSheet } from './backfill-sheet.tsx'

type BackfillSectionProps = { projectRef: string; table: TableDetail; canChange: boolean }

/** The backfills of a table with their progress. */
export function BackfillSection({ projectRef, table, canChange }: BackfillSectionProps) {
  const { data, error, refetch } = useBackfills(projectRef, table.id)
  const [isOpen, setIsOpen] = useState(false)
  const cancel = useCancelBackfill(projectRef, table.id)
  useReloadAtEnd(projectRef, data)
  if (error && !data)
    return (
      <QueryError
        title="Could not load the backfills"
        error={error}
        onRetry={() => void refetch()}
      />
    )
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex min-h-7 items-center justify-between gap-2">
        <h2 className="text-sm font-medium">Backfills</h2>
        {canChange && (
          <Button size="sm" onClick={() => setIsOpen(true)}>
            Backfill a column
          </Button>
        )}
      </div>
      {data && data.length === 0 && (
        <p className="rounded-md border px-3 py-2.5 text-xs text-muted">
          No backfills. One changes a column of many rows in batches, without long locks.
        </p>
      )}
      {data && data.length > 0 && (
        <ul aria-label="Backfills" className="divide-y rounded-md border">
          {data.map((backfill) => (
            <BackfillItem
              key={backfill.id}
              backfill={backfill}
              isCanceling={cancel.isPending}
              onCancel={canChange ? () => cancel.mutate(backfill.id) : undefined}
            />
          ))}
        </ul>
      )}
      {cancel.error && <QueryError title="Could not cancel the backfill" error={cancel.error} />}
      {isOpen && (
        <BackfillSheet projectRef={projectRef} table={table} onClose={() => setIsOpen(false)} />
      )}
    </section>
  )
}

/** Reloads the table once a backfill has ended, because its column can be NOT NULL then. */
function useReloadAtEnd(projectRef: string, backfills: readonly Backfill[] | undefined): void {
  const forget = useEffectEvent(useForgetCatalogue(projectRef))
  const isRunning = backfills?.some(({ state }) => state === 'running') ?? false
  const wasRunning = useRef(false)
  useEffect(() => {
    if (wasRunning.current && !isRunning) void forget()
    wasRunning.current = isRunning
  }, [isRunning])
}

type BackfillItemProps = {
  backfill: Backfill
  isCanceling: boolean
  onCancel: (() => void) | undefined
}

function BackfillItem({ backfill, isCanceling, onCancel }: BackfillItemProps) {
  const { definition, state, total, changed, created_by: author } = backfill
  const isRunning = state === 'running'
  const count = total === null || total === 0 ? '' : ` of ${formatCount(total)}`
  return (
    <li className="grid gap-1.5 p-3 text-xs">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <p className="min-w-0 wrap-anywhere">
          <span className="font-mono">{definition.column}</span>{' '}
          <span className={state === 'failed' ? 'text-danger-text' : 'text-muted'}>
            {stateText(backfill)}
          </span>
        </p>
        {isRunning && onCancel && (
          <Button size="sm" disabled={isCanceling} onClick={onCancel}>
            Cancel backfill
          </Button>
        )}
      </div>
      {isRunning && total !== null && total > 0 && (
        <Progress
          label={`Progress of the backfill of ${definition.column}`}
          value={Math.min(100, Math.round((100 * changed) / total))}
        />
      )}
      <p className="flex flex-wrap gap-x-2 text-muted tabular-nums">
        <span>{`${formatCount(changed)}${count} rows changed`}</span>
        {definition.set_not_null && <span>· then NOT NULL</span>}
        <span>
          · <Time date={backfill.created_at} />
          {author !== null && ` by ${author}`}
        </span>
      </p>
    </li>
  )
}
