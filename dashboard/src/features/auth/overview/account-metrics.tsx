import type { AuthMetrics } from '@stoa/contract/services/auth/metrics'
import { RecordTable, type RecordColumn } from '../../../components/list/record-table.tsx'
import { QueryError } from '../../../components/query-error.tsx'
import { useAuthMetrics } from '../../../data/resources/services/auth/metrics.ts'
import { classNames } from '../../../lib/class-names.ts'
import { formatCount } from '../../../lib/quantities.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'

const METRICS: readonly { id: keyof AuthMetrics; label: string; description: string }[] = [
  { id: 'sign_ups', label: 'Sign-ups', description: 'Users created' },
  { id: 'sign_ins', label: 'Sign-ins', description: 'All sign-ins, including repeated ones' },
  {
    id: 'active_users',
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
    <RecordTable
      label="Users"
      items={METRICS.map((metric) => ({ ...metric, counts: data[metric.id] }))}
      nameOf={({ label }) => label}
      columns={COLUMNS}
    />
  )
}

type Metric = (typeof METRICS)[number] & { counts: AuthMetrics[keyof AuthMetrics] }

const COLUMNS: readonly RecordColumn<Metric>[] = [
  {
    header: 'Metric',
    renderHeader: <span className="sr-only">Metric</span>,
    isRowHeader: true,
    cell: ({ label, description }) => (
      <>
        <div className="truncate font-medium">{label}</div>
        <div className="hidden truncate text-muted sm:block">{description}</div>
      </>
    ),
  },
  ...PERIODS.map(({ name, label }): RecordColumn<Metric> => ({
    header: label,
    align: 'right',
    className: 'w-18 sm:w-32',
    textClassName: ({ counts }) => classNames('tabular-nums', counts === null && 'text-muted'),
    cell: ({ counts }) => (counts === null ? 'Too many' : formatCount(counts[name])),
  })),
]
