import { lazy, Suspense, useState } from 'react'
import type { ChartSettings } from '../../../components/result-chart/chart-settings.ts'
import type { OpenedValue } from '../../../components/result-grid/value-sheet.tsx'
import { QueryError } from '../../../components/query-error.tsx'
import type { LogResult } from '../../../data/resources/services/logs/query.ts'
import { formatCount } from '../../../lib/quantities.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { SegmentedControl } from '../../../ui/buttons/segmented-control.tsx'
import { Kbd } from '../../../ui/display/kbd.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { formatDuration } from '../table/columns.ts'
import { ResultDownload } from './result-download.tsx'

const ResultChart = lazy(async () => ({
  default: (await import('../../../components/result-chart/result-chart.tsx')).ResultChart,
}))
const ResultGrid = lazy(async () => ({
  default: (await import('../../../components/result-grid/result-grid.tsx')).ResultGrid,
}))
const ValueSheet = lazy(async () => ({
  default: (await import('../../../components/result-grid/value-sheet.tsx')).ValueSheet,
}))

/** A run of a query. */
export type ExplorerRun =
  | { readonly state: 'idle' }
  | { readonly state: 'running' }
  | { readonly state: 'failed'; readonly error: unknown }
  | { readonly state: 'done'; readonly result: LogResult }

type ExplorerResultsProps = { run: ExplorerRun; onCancel: () => void }

/** The result of the last run. */
export function ExplorerResults({ run, onCancel }: ExplorerResultsProps) {
  if (run.state === 'idle')
    return (
      <div className="grid flex-1 place-items-center p-6 text-muted">
        <p>
          Results appear here. <Kbd shortcut="Mod+Enter" /> runs the query.
        </p>
      </div>
    )
  if (run.state === 'running')
    return (
      <div role="status" className="flex items-center gap-3 p-4 text-muted">
        <Spinner /> Running the query
        <Button size="sm" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    )
  if (run.state === 'failed')
    return <QueryError className="m-4" error={run.error} title="The query failed" />
  return <Result result={run.result} />
}

const VIEWS = [
  { value: 'table', label: 'Table' },
  { value: 'chart', label: 'Chart' },
] as const

function Result({ result }: { result: LogResult }) {
  const [view, setView] = useState<(typeof VIEWS)[number]['value']>('table')
  const [chart, setChart] = useState<ChartSettings>()
  const [opened, setOpened] = useState<OpenedValue>()
  const { rows, columns, isTruncated, durationMs } = result
  const count = rows.length === 1 ? '1 row' : `${formatCount(rows.length)} rows`
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-wrap items-center gap-3 border-b px-4 py-1.5 text-xs sm:px-6">
        <p role="status" className="tabular-nums">
          {isTruncated ? `The first ${count}` : count}
          <span className="text-muted"> in {formatDuration(durationMs)}</span>
        </p>
        <div className="ml-auto flex items-center gap-2">
          <SegmentedControl
            aria-label="View"
            value={view}
            options={VIEWS}
            onValueChange={setView}
          />
          <ResultDownload columns={columns} rows={rows} />
        </div>
      </div>
      <div className="min-h-0 flex-1">
        <Suspense fallback={<Skeleton className="m-4 h-48" />}>
          {view === 'table' ? (
            <ResultGrid label="Results" columns={columns} rows={rows} onOpenCell={setOpened} />
          ) : (
            <ResultChart result={result} settings={chart} onChange={setChart} />
          )}
          {opened && <ValueSheet value={opened} onClose={() => setOpened(undefined)} />}
        </Suspense>
      </div>
    </div>
  )
}
