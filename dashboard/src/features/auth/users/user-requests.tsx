import { QueryError } from '../../../components/query-error.tsx'
import { Time } from '../../../components/time.tsx'
import { useUserRequests } from '../../../data/resources/services/auth/users.ts'
import { classNames } from '../../../lib/class-names.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '../../../ui/display/table.tsx'

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
      <Table aria-label="Requests" className="table-fixed">
        <TableHead>
          <TableRow>
            <TableHeader className="w-32">Time</TableHeader>
            <TableHeader>Request</TableHeader>
            <TableHeader className="w-20">Status</TableHeader>
            <TableHeader className="hidden w-36 sm:table-cell">IP address</TableHeader>
          </TableRow>
        </TableHead>
        <TableBody>
          {data.map((request, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- two requests can be the same
            <TableRow key={`${request.at} ${index}`}>
              <TableCell className="whitespace-nowrap text-muted">
                <Time date={request.at} />
              </TableCell>
              <TableCell className="truncate font-mono text-xs" title={request.path}>
                {request.method} {request.path}
              </TableCell>
              <TableCell
                className={classNames('tabular-nums', request.status >= 400 && 'text-danger-text')}
                title={`${request.duration_ms} ms`}
              >
                {request.status}
              </TableCell>
              <TableCell className="hidden truncate font-mono text-muted sm:table-cell">
                {request.ip}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  )
}
