import { useState } from 'react'
import { LogsLink } from '../../components/logs-link.tsx'
import { QueryError } from '../../components/query-error.tsx'
import { useUsage } from '../../data/resources/platform/overview.ts'
import { useProjectServices } from '../../data/resources/platform/services.ts'
import { formatExact, formatHour } from '../../lib/dates.ts'
import { formatCount } from '../../lib/quantities.ts'
import type { Chart } from '../../ui/chart/chart.ts'
import { Charts } from '../../ui/chart/charts.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { requestsByHour, type RequestCounts, type ServiceRequests } from './requests-by-hour.ts'

const PERIODS = [
  { value: '24', label: 'Last 24 hours' },
  { value: '168', label: 'Last 7 days' },
] as const

/** Requests and errors of each service by hour, on one scale. */
export function RequestsPanel({ projectRef }: { projectRef: string }) {
  const [period, setPeriod] = useState<(typeof PERIODS)[number]['value']>('24')
  const count = Number(period)
  const usage = useUsage(projectRef, count)
  const { data: services } = useProjectServices(projectRef)
  const titleOf = (name: string) =>
    services?.find((service) => service.name === name)?.title ?? name
  const requests = usage.data && requestsByHour(usage.data, { now: usage.dataUpdatedAt, count })
  return (
    <section aria-labelledby="requests">
      <div className="mb-2 flex items-center justify-between gap-3">
        <h2 id="requests" className="font-semibold">
          Requests
        </h2>
        <LogsLink projectRef={projectRef} page="edge-logs" filters="status>=400">
          Failed requests
        </LogsLink>
      </div>
      {usage.error && !requests && (
        <QueryError
          error={usage.error}
          title="Could not load the requests"
          onRetry={() => void usage.refetch()}
        />
      )}
      {usage.isPending && <Skeleton className="h-40" />}
      {requests && (
        <Charts
          label="Requests"
          charts={requests.services.map((each) => chartOf(each, titleOf(each.service)))}
          times={requests.hours}
          formatTime={formatHour}
          formatExact={formatExact}
          periods={PERIODS}
          period={period}
          onPeriodChange={setPeriod}
          empty={
            <p className="text-muted">
              No requests in this period. A service appears here within seconds of its first
              request.
            </p>
          }
        />
      )}
    </section>
  )
}

const errorsOf = ({ clientErrors, serverErrors }: RequestCounts) => clientErrors + serverErrors

function chartOf({ hours, total }: ServiceRequests, label: string): Chart {
  const errors = errorsOf(total)
  return {
    label,
    series: [
      { name: 'Requests', tone: 'accent', values: hours.map(({ requests }) => requests) },
      ...(errors > 0
        ? [{ name: 'Errors', tone: 'danger' as const, values: hours.map(errorsOf) }]
        : []),
    ],
    format: formatCount,
    total: `${formatCount(total.requests)} requests and ${formatCount(errors)} errors`,
    scale: 'requests',
    isCount: true,
  }
}
