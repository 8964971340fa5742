import { QueryError } from '../../../components/query-error.tsx'
import { useUsage } from '../../../data/resources/platform/overview.ts'
import { formatCount } from '../../../lib/quantities.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'

const METERS = [
  { meter: 'requests', label: 'All requests' },
  { meter: 'client_errors', label: '4xx errors' },
  { meter: 'server_errors', label: '5xx errors' },
] as const

/** Requests to the auth service, and those that it rejected or that failed. */
export function RequestMetrics({ projectRef }: { projectRef: string }) {
  const { data, error, refetch } = useUsage(projectRef, 24)
  if (error && !data) {
    return (
      <QueryError
        error={error}
        title="Could not load the requests"
        onRetry={() => void refetch()}
      />
    )
  }
  if (!data) return <Skeleton className="h-10" />
  const total = (name: string) =>
    data
      .filter(({ service, meter }) => service === 'auth' && meter === name)
      .reduce((sum, { amount }) => sum + amount, 0)
  return (
    <dl className="flex flex-wrap gap-x-12 gap-y-3">
      {METERS.map(({ meter, label }) => (
        <div key={meter}>
          <dt className="text-xs text-muted">{label}</dt>
          <dd
            className={
              meter === 'server_errors' && total(meter) > 0
                ? 'text-base text-danger-text tabular-nums'
                : 'text-base tabular-nums'
            }
          >
            {formatCount(total(meter))}
          </dd>
        </div>
      ))}
    </dl>
  )
}
