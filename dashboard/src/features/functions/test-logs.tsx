import { QueryError } from '../../components/query-error.tsx'
import { useFunctionLogs } from '../../data/resources/services/functions/functions.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { LogTable } from './log-table.tsx'

type TestLogsProps = {
  projectRef: string
  slug: string
  /** The newest log entry from before the test, if there was one. */
  after: string | undefined
  /** The process that responded, which other requests can share. */
  executionId: string | undefined
}

const MOST = 100

/** The log entries of a test, which arrive shortly after its response. */
export function TestLogs({ projectRef, slug, after, executionId }: TestLogsProps) {
  const { data, error, refetch } = useFunctionLogs(projectRef, slug, {
    filter: { source: 'output', limit: MOST, ...(after !== undefined && { after }) },
    isLive: true,
  })
  const rows = data?.filter((row) => executionId === undefined || row.executionId === executionId)
  return (
    <section aria-label="Logs" className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <h2 className="font-medium">Logs</h2>
      {error && !data && (
        <QueryError error={error} title="Could not load the log" onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton className="h-10" />}
      {rows?.length === 0 && (
        <p className="text-muted">No log entries. The function wrote nothing and threw no error.</p>
      )}
      {rows && rows.length > 0 && <LogTable rows={rows} source="output" />}
    </section>
  )
}
