import { lazy, Suspense, useState } from 'react'
import { QueryError } from '../../../components/query-error.tsx'
import type { OpenedValue } from '../../../components/result-grid/value-sheet.tsx'
import type { PastAnswer } from '../../../data/resources/services/meta/looks.ts'
import { formatCount } from '../../../lib/quantities.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Kbd } from '../../../ui/display/kbd.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import type { PastRun } from './past-run.ts'

const ResultGrid = lazy(async () => ({
  default: (await import('../../../components/result-grid/result-grid.tsx')).ResultGrid,
}))
const ValueSheet = lazy(async () => ({
  default: (await import('../../../components/result-grid/value-sheet.tsx')).ValueSheet,
}))

/** The result of the last run in the moment. */
export function PastResults({ run, onCancel }: { run: PastRun; onCancel: () => void }) {
  if (run.state === 'idle')
    return (
      <div className="grid flex-1 place-items-center p-6 text-center text-muted">
        <p>
          Choose a table, or write a query. <Kbd shortcut="Mod+Enter" /> runs it.
        </p>
      </div>
    )
  if (run.state === 'running')
    return (
      <div role="status" className="flex flex-1 items-start gap-3 p-4 text-muted">
        <Spinner /> Running the query
        <Button size="sm" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    )
  if (run.state === 'failed')
    return (
      <div className="min-h-0 flex-1 overflow-auto p-4">
        <QueryError error={run.error} title="The query failed" />
      </div>
    )
  return <LastResult answer={run.answer} />
}

/** The rows of the last statement. */
function LastResult({ answer }: { answer: PastAnswer }) {
  const [opened, setOpened] = useState<OpenedValue>()
  const result = answer.results.at(-1)
  if (!result) return <p className="flex-1 p-4 text-muted">The text has no statement.</p>
  const { columns, rows, is_limited: isLimited, command } = result
  const count = rows.length === 1 ? '1 row' : `${formatCount(rows.length)} rows`
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <p role="status" className="border-b px-4 py-1.5 text-xs tabular-nums">
        {isLimited ? `The first ${count}` : count}
        <span className="text-muted"> in {Math.round(answer.duration_ms)} ms</span>
      </p>
      <div className="min-h-0 flex-1">
        <Suspense fallback={<Skeleton className="m-4 h-48" />}>
          {columns.length > 0 ? (
            <ResultGrid
              label={`Result of ${command}`}
              columns={columns}
              rows={rows}
              onOpenCell={setOpened}
            />
          ) : (
            <p className="p-4 text-muted">{command} returned no rows.</p>
          )}
          {opened && <ValueSheet value={opened} onClose={() => setOpened(undefined)} />}
        </Suspense>
      </div>
    </div>
  )
}
