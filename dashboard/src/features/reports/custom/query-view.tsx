import { lazy, Suspense, useMemo, useState } from 'react'
import type { QueryBlock } from '@stoa/contract/platform/custom-reports'
import type { OpenedValue } from '../../../components/result-grid/value-sheet.tsx'
import { chartData, firstChart } from '../../../components/result-chart/chart-data.ts'
import { ResultPlot, usable } from '../../../components/result-chart/result-chart.tsx'
import { ApiError, errorMessage } from '../../../data/client/api-error.ts'
import type {
  QueryRows,
  useQueryResult,
} from '../../../data/resources/services/reports/query-results.ts'
import { formatCount } from '../../../lib/quantities.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { plotHeight } from './block-heights.ts'

const ResultGrid = lazy(async () => ({
  default: (await import('../../../components/result-grid/result-grid.tsx')).ResultGrid,
}))
const ValueSheet = lazy(async () => ({
  default: (await import('../../../components/result-grid/value-sheet.tsx')).ValueSheet,
}))

type QueryViewProps = {
  block: QueryBlock
  title: string
  query: ReturnType<typeof useQueryResult>
  /** Starts the database, which sleeps. Undefined while it runs. */
  onWake: (() => void) | undefined
  isTable: boolean
}

/** The result of a saved query as a chart or a table, or why there is none. */
export function QueryView({ block, title, query, onWake, isTable }: QueryViewProps) {
  const { data, error, isLoading, refetch } = query
  if (!data && onWake && !isLoading && !error)
    return (
      <Message text="The database is not running. Running the query starts it.">
        <Button size="sm" onClick={onWake}>
          Run query
        </Button>
      </Message>
    )
  if (!data && error) {
    const isGone = error instanceof ApiError && error.code === 404
    return (
      <Message
        text={
          isGone
            ? 'This query was deleted, or its author does not share it.'
            : `Could not run the query: ${errorMessage(error)}`
        }
      >
        {!isGone && (
          <Button size="sm" onClick={() => void refetch()}>
            Try again
          </Button>
        )}
      </Message>
    )
  }
  if (!data) return <Skeleton className="mx-3 mb-3 flex-1" />
  if (!data.result) return <Message text="The query returned no rows." />
  return (
    <>
      {isTable ? (
        <Rows title={title} result={data.result} />
      ) : (
        <Picture block={block} result={data.result} />
      )}
      {error && (
        <p className="px-3 pb-2 text-xs text-danger-text">
          Could not refresh: {errorMessage(error)}
        </p>
      )}
    </>
  )
}

function Rows({ title, result }: { title: string; result: QueryRows }) {
  const [opened, setOpened] = useState<OpenedValue>()
  const { columns, rows, is_limited: isLimited } = result
  return (
    <>
      <div className="min-h-0 flex-1 overflow-hidden border-t">
        <Suspense fallback={<Skeleton className="m-3 h-16" />}>
          <ResultGrid label={title} columns={columns} rows={rows} onOpenCell={setOpened} />
          {opened && <ValueSheet value={opened} onClose={() => setOpened(undefined)} />}
        </Suspense>
      </div>
      {isLimited && (
        <p className="px-3 py-1 text-xs text-muted">The first {formatCount(rows.length)} rows</p>
      )}
    </>
  )
}

function Picture({ block, result }: { block: QueryBlock; result: QueryRows }) {
  const settings = usable(result, block.chart ?? undefined) ?? firstChart(result)
  const data = useMemo(() => chartData(result, settings), [result, settings])
  if (!data.series.some(({ values }) => values.some((value) => value !== null)))
    return <Message text="No column has numbers to draw. Show the result as a table." />
  return (
    <div className="px-3">
      <ResultPlot data={data} settings={settings} className={plotHeight(block.height)} />
    </div>
  )
}

const Message = ({ text, children }: { text: string; children?: React.ReactNode }) => (
  <div className="grid min-h-0 flex-1 place-content-center justify-items-center gap-2 overflow-auto px-4 pb-3 text-center text-xs text-balance text-muted">
    <p>{text}</p>
    {children}
  </div>
)
