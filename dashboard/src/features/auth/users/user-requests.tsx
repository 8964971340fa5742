import { RecordTable, type RecordColumn } from '../../../components/list/record-table.tsx'
import { QueryError } from '../../../components/query-error.tsx'
import { Time } from '../../../components/time.tsx'
import { useUserRequests } from '../../../data/resources/services/auth/users.ts'
import { classNames } from '../../../lib/class-names.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'

/** The last requests of one user's app to the project's APIs. */
export function UserRequests({ projectRef, userId }: { projectRef: string; userId: string }) {
  const { data, error, refetch, isFetching } = useUserRequests(projectRef, userId)
  if (error)
    return (
      <QueryError
        error={error}
        title="Could not load the requests"
        onRetry={() => void refetch()}
      />
    )
  if (!data) return <Skeleton className="h-64" />
  const refresh = (
    <Button pending={isFetching} onClick={() => void refetch()}>
      Refresh
    </Button>
  )
  if (data.length === 0) {
    return (
      <EmptyState
        title="No recent requests"
        description="The last 20 requests with this user’s access token appear here. They are kept until the server restarts."
        action={refresh}
      />
    )
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p className="flex items-center gap-3 text-xs text-muted">
        The last 20 requests since the server started.
        <span className="ml-auto">{refresh}</span>
      </p>
      <RecordTable
        label="Requests"
        // Two requests can be the same, so only their positions tell them apart.
        items={data.map((request, id) => ({ ...request, id }))}
        nameOf={({ method, path }) => `${method} ${path}`}
        columns={COLUMNS}
      />
    </div>
  )
}

type Request = NonNullable<ReturnType<typeof useUserRequests>['data']>[number] & { id: number }

const COLUMNS: readonly RecordColumn<Request>[] = [
  {
    header: 'Time',
    className: 'w-32',
    textClassName: 'whitespace-nowrap text-muted',
    cell: ({ at }) => <Time date={at} />,
  },
  {
    header: 'Request',
    textClassName: 'truncate font-mono text-xs',
    title: ({ path }) => path,
    cell: ({ method, path }) => `${method} ${path}`,
  },
  {
    header: 'Status',
    className: 'w-20',
    textClassName: ({ status }) => classNames('tabular-nums', status >= 400 && 'text-danger-text'),
    title: ({ duration_ms: duration }) => `${duration} ms`,
    cell: ({ status }) => status,
  },
  {
    header: 'IP address',
    className: 'hidden w-36 sm:table-cell',
    textClassName: 'truncate font-mono text-muted',
    cell: ({ ip }) => ip,
  },
]
