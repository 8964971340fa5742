import type {
  QueryRun,
  QueryRunResult,
  ScheduledQuery,
} from '@stoa/contract/services/alerts/queries'
import { useState } from 'react'
import { describeSchedule } from '../../components/cron/describe-schedule.ts'
import { RunStatusBadge } from '../../components/cron/run-status.tsx'
import { QueryList } from '../../components/list/query-list.tsx'
import { RecordTable, type RecordColumn } from '../../components/list/record-table.tsx'
import { QueryError } from '../../components/query-error.tsx'
import { useCan } from '../../data/resources/platform/projects.ts'
import { useQueryRun, useQueryRuns } from '../../data/resources/services/alerts/queries.ts'
import { formatExact } from '../../lib/dates.ts'
import { formatCount } from '../../lib/quantities.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { CodeBlock } from '../../ui/display/code-block.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Sheet, SheetBody } from '../../ui/overlays/sheet.tsx'

type RunsSheetProps = { projectRef: string; query: ScheduledQuery; onClose: () => void }

/** The runs of a scheduled query and the result of one of them, the last by default. */
export function QueryRunsSheet({ projectRef, query, onClose }: RunsSheetProps) {
  const runs = useQueryRuns(projectRef, query.id)
  const canReadRows = useCan(projectRef)('database:write')
  const [chosen, setChosen] = useState<string>()
  const shown = chosen ?? runs.data?.find(({ state }) => state === 'succeeded')?.id
  return (
    <Sheet open size="lg" title={query.name} onClose={onClose}>
      <SheetBody className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
        <p className="text-muted">
          {describeSchedule(query.schedule)} (<code>{query.schedule}</code>)
          {query.author !== null && `, with the access of ${query.author}`}
        </p>
        <CodeBlock label="query" code={query.sql} />
        {shown !== undefined &&
          (canReadRows ? (
            <Result projectRef={projectRef} id={query.id} runId={shown} />
          ) : (
            <p className="text-muted">
              Only members who can change data see the rows, because the query ran with the access
              of its author.
            </p>
          ))}
        <QueryList
          label="runs"
          query={runs}
          empty={{
            title: 'No runs yet',
            description: 'Each run appears here with its result. The last 50 are kept.',
          }}
        >
          {(items) => (
            <ul aria-label="Runs" className="grid gap-3">
              {items.map((run) => (
                <Run
                  key={run.id}
                  run={run}
                  isShown={run.id === shown}
                  onShow={canReadRows ? () => setChosen(run.id) : undefined}
                />
              ))}
            </ul>
          )}
        </QueryList>
      </SheetBody>
    </Sheet>
  )
}

const countText = ({ row_count: count, is_limited: isLimited }: QueryRun) =>
  count === null
    ? undefined
    : `${isLimited ? 'First ' : ''}${formatCount(count)} ${count === 1 ? 'row' : 'rows'}`

type RunProps = { run: QueryRun; isShown: boolean; onShow: (() => void) | undefined }

function Run({ run, isShown, onShow }: RunProps) {
  return (
    <li className="grid gap-1 border-b pb-3 last:border-0">
      <div className="flex flex-wrap items-center gap-2">
        <RunStatusBadge status={run.state} />
        <time dateTime={run.started_at} className="text-muted tabular-nums">
          {formatExact(run.started_at)}
        </time>
        <span className="text-muted tabular-nums">{countText(run)}</span>
        {run.state === 'succeeded' && onShow && (
          <Button size="sm" className="ml-auto" aria-pressed={isShown} onClick={onShow}>
            Show result
          </Button>
        )}
      </div>
      {run.error !== null && (
        <p className="font-mono text-xs wrap-anywhere text-danger-text">{run.error}</p>
      )}
    </li>
  )
}

function Result({ projectRef, id, runId }: { projectRef: string; id: string; runId: string }) {
  const run = useQueryRun(projectRef, id, runId)
  if (run.error)
    return (
      <QueryError
        error={run.error}
        title="Could not load the result"
        onRetry={() => void run.refetch()}
      />
    )
  if (!run.data) return <Skeleton className="h-24" />
  return <ResultTable run={run.data} />
}

const cellText = (cell: string | null) => cell ?? <span className="text-muted">null</span>

type ResultRow = { id: number; cells: readonly (string | null)[] }

function ResultTable({ run }: { run: QueryRunResult }) {
  if (run.rows.length === 0) return <p className="text-muted">The query returned no rows.</p>
  const items: readonly ResultRow[] = run.rows.map((cells, id) => ({ id, cells }))
  return (
    <div className="max-h-80 overflow-auto">
      <RecordTable
        label="Result"
        items={items}
        layout="auto"
        nameOf={({ id }) => `Row ${id + 1}`}
        columns={run.columns.map((header, at): RecordColumn<ResultRow> => ({
          header,
          name: `${header} ${at}`,
          textClassName: 'max-w-80 truncate font-mono text-xs',
          cell: ({ cells }) => cellText(cells[at] ?? null),
        }))}
      />
    </div>
  )
}
