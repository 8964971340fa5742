import type { FunctionMetrics, FunctionPeriod } from '@stoa/contract/services/functions/logs'
import type { DeployedFunction } from '@stoa/contract/services/functions/members'
import { useState, type ReactNode } from 'react'
import { QueryError } from '../../components/query-error.tsx'
import { useFunctionMetrics } from '../../data/resources/services/functions/functions.ts'
import { usePublicKeys } from '../../data/resources/platform/keys.ts'
import { useCan } from '../../data/resources/platform/projects.ts'
import { formatExact, formatMinute } from '../../lib/dates.ts'
import { formatBytes, formatCount } from '../../lib/quantities.ts'
import type { Chart } from '../../ui/chart/chart.ts'
import { Charts } from '../../ui/chart/charts.tsx'
import { CodeBlock } from '../../ui/display/code-block.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { functionUrl } from './function-url.ts'

type OverviewTabProps = { projectRef: string; apiUrl: string; deployed: DeployedFunction }

const PERIODS = [
  { value: '15m', label: '15 minutes' },
  { value: '1h', label: '1 hour' },
  { value: '3h', label: '3 hours' },
  { value: '24h', label: '24 hours' },
] as const

/** The function's recent calls, and a command that calls it. */
export function OverviewTab({ projectRef, apiUrl, deployed }: OverviewTabProps) {
  const [period, setPeriod] = useState<FunctionPeriod>('24h')
  const { data, error, refetch } = useFunctionMetrics(projectRef, deployed.slug, period)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="grid gap-3">
        {error && !data && (
          <QueryError
            error={error}
            title="Could not load the metrics"
            onRetry={() => void refetch()}
          />
        )}
        {!data && !error && <Skeleton className="h-24" />}
        {data && (
          <>
            <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
              <Metric label="Requests">{formatCount(data.requests)}</Metric>
              <Metric label="Errors (5xx)">{formatCount(data.errors)}</Metric>
              <Metric label="Median duration">{duration(data.p50_ms)}</Metric>
              <Metric label="p95 duration">{duration(data.p95_ms)}</Metric>
              <Metric label="Cold starts">{formatCount(data.cold_starts)}</Metric>
              <Metric label="CPU time">{duration(data.cpu_ms)}</Metric>
              <Metric label="Peak memory">{memory(data.peak_memory_bytes)}</Metric>
            </dl>
            <Charts
              label="Function metrics"
              charts={chartsOf(data)}
              times={data.buckets.map(({ from }) => Date.parse(from))}
              formatTime={formatMinute}
              formatExact={formatExact}
              periods={PERIODS}
              period={period}
              onPeriodChange={setPeriod}
              empty={
                <EmptyState
                  title="No requests in this period"
                  description="Requests, errors and durations appear here after the first call."
                />
              }
            />
          </>
        )}
      </div>
      <Call projectRef={projectRef} url={functionUrl(apiUrl, deployed.slug)} deployed={deployed} />
    </div>
  )
}

function chartsOf({ buckets, ...total }: FunctionMetrics): readonly Chart[] {
  const accent = (name: string, values: readonly (number | null)[]) =>
    ({ name, tone: 'accent', values }) as const
  const errors = {
    name: 'Errors',
    tone: 'danger',
    values: buckets.map((each) => each.errors),
  } as const
  return [
    {
      label: 'Requests',
      series: [
        accent(
          'Requests',
          buckets.map(({ requests }) => requests),
        ),
        ...(total.errors > 0 ? [errors] : []),
      ],
      format: formatCount,
      total: formatCount(total.requests),
      isCount: true,
    },
    {
      label: 'p95 duration',
      series: [
        accent(
          'p95 duration',
          buckets.map(({ p95_ms }) => p95_ms),
        ),
      ],
      format: milliseconds,
      total: duration(total.p95_ms),
    },
    {
      label: 'CPU time',
      series: [
        accent(
          'CPU time',
          buckets.map(({ cpu_ms }) => cpu_ms),
        ),
      ],
      format: milliseconds,
      total: duration(total.cpu_ms),
    },
    {
      label: 'Peak memory',
      series: [
        accent(
          'Peak memory',
          buckets.map(({ peak_memory_bytes }) => peak_memory_bytes),
        ),
      ],
      format: formatBytes,
      total: memory(total.peak_memory_bytes),
    },
    {
      label: 'Cold starts',
      series: [
        accent(
          'Cold starts',
          buckets.map(({ cold_starts }) => cold_starts),
        ),
      ],
      format: formatCount,
      total: formatCount(total.cold_starts),
      isCount: true,
    },
  ]
}

const memory = (bytes: number | null) => (bytes === null ? '–' : formatBytes(bytes))

const milliseconds = (ms: number) => `${formatCount(ms)} ms`
const duration = (ms: number | null) => (ms === null ? '–' : milliseconds(ms))

function Metric({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="text-lg font-medium tabular-nums">{children}</dd>
    </div>
  )
}

type CallProps = { projectRef: string; url: string; deployed: DeployedFunction }

function Call({ projectRef, url, deployed }: CallProps) {
  const can = useCan(projectRef)
  const { data } = usePublicKeys(projectRef, { enabled: can('key:read_public') })
  const key = data?.keys.find(({ kind }) => kind === 'publishable')?.value ?? '<publishable key>'
  const lines = [
    `curl -X POST '${url}'`,
    ...(deployed.verify_jwt ? [`-H 'apikey: ${key}'`] : []),
    `-H 'content-type: application/json'`,
    `-d '{"name":"Ada"}'`,
  ]
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h2 className="text-sm font-semibold">Call the function</h2>
      <CodeBlock label="command" code={lines.join(' \\\n  ')} />
    </section>
  )
}
