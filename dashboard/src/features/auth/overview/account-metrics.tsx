import type { AuthMetrics } from '@stoa/contract/services/auth/metrics'
import { QueryError } from '../../../components/query-error.tsx'
import { useAuthMetrics } from '../../../data/resources/services/auth/metrics.ts'
import { formatCount } from '../../../lib/quantities.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '../../../ui/display/table.tsx'

const METRICS: readonly { name: keyof AuthMetrics; label: string; description: string }[] = [
  { name: 'sign_ups', label: 'Sign-ups', description: 'Users created' },
  { name: 'sign_ins', label: 'Sign-ins', description: 'All sign-ins, including repeated ones' },
  {
    name: 'active_users',
    label: 'Active users',
    description: 'Signed in or refreshed a session',
  },
]

const PERIODS = [
  { name: 'day', label: '24 hours' },
  { name: 'week', label: '7 days' },
  { name: 'month', label: '30 days' },
] as const

/** Counts of the last day, 7 days, and 30 days. */
export function AccountMetrics({ projectRef }: { projectRef: string }) {
  const { data, error, refetch } = useAuthMetrics(projectRef)
  if (error && !data) {
    return (
      <QueryError error={error} title="Could not load the metrics" onRetry={() => void refetch()} />
    )
  }
  if (!data) return <Skeleton className="h-38" />
  return (
    <Table aria-label="Users" className="table-fixed">
      <TableHead>
        <TableRow>
          <TableHeader>
            <span className="sr-only">Metric</span>
          </TableHeader>
          {PERIODS.map(({ name, label }) => (
            <TableHeader key={name} align="right" className="w-18 sm:w-32">
              {label}
            </TableHeader>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {METRICS.map(({ name, label, description }) => (
          <TableRow key={name}>
            <th scope="row" className="h-10 px-3 text-left font-normal">
              <div className="truncate font-medium">{label}</div>
              <div className="hidden truncate text-muted sm:block">{description}</div>
            </th>
            {data[name] === null ? (
              <TableCell colSpan={PERIODS.length} align="right" className="text-muted">
                Too many to count
              </TableCell>
            ) : (
              PERIODS.map((period) => (
                <TableCell key={period.name} align="right" className="tabular-nums">
                  {formatCount(data[name]?.[period.name] ?? 0)}
                </TableCell>
              ))
            )}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}
