import type { FunctionMetrics, FunctionPeriod } from '@stoa/contract/services/functions/logs'
import type { DeployedFunction } from '@stoa/contract/services/functions/members'
import { useState, type ReactNode } from 'react'
import { QueryError } from '../../components/query-error.tsx'
import { useFunctionMetrics } from '../../data/resources/apis/functions.ts'
import { usePublicKeys } from '../../data/resources/projects/keys.ts'
import { useCan } from '../../data/resources/projects/projects.ts'
import { formatBytes, formatCount } from '../../lib/quantities.ts'
import { formatExact } from '../../lib/dates.ts'
import { CodeBlock } from '../../ui/display/code-block.tsx'
import { SegmentedControl } from '../../ui/buttons/segmented-control.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Sparkline } from '../../ui/display/sparkline.tsx'
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
  const [cursor, setCursor] = useState<number>()
  const at = cursor === undefined ? undefined : data?.buckets[cursor]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="grid gap-3">
        <SegmentedControl
          aria-label="Period"
          className="justify-self-start"
          value={period}
          options={PERIODS}
          onValueChange={setPeriod}
        />
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
            <div>
              <p aria-hidden className="text-xs text-muted">
                Requests{data.errors > 0 && ' and errors'}
              </p>
              <Sparkline
                label="Requests and errors over time"
                className="h-16"
                cursor={cursor}
                onCursorChange={setCursor}
                lines={[
                  { tone: 'accent', values: data.buckets.map(({ requests }) => requests) },
                  ...(data.errors > 0
                    ? [
                        {
                          tone: 'danger' as const,
                          values: data.buckets.map(({ errors }) => errors),
                        },
                      ]
                    : []),
                ]}
              />
            </div>
            <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
              {CHARTS.map(({ label, valueOf }) => (
                <div key={label}>
                  <p aria-hidden className="text-xs text-muted">
                    {label}
                  </p>
                  <Sparkline
                    label={`${label} over time`}
                    cursor={cursor}
                    onCursorChange={setCursor}
                    lines={[{ tone: 'accent', values: data.buckets.map(valueOf) }]}
                  />
                </div>
              ))}
            </div>
            <p className="min-h-4 text-xs text-muted">{at && describe(at)}</p>
          </>
        )}
      </div>
      <Call projectRef={projectRef} url={functionUrl(apiUrl, deployed.slug)} deployed={deployed} />
    </div>
  )
}

type Bucket = FunctionMetrics['buckets'][number]

const CHARTS: readonly { label: string; valueOf: (bucket: Bucket) => number }[] = [
  { label: 'p95 duration', valueOf: ({ p95_ms }) => p95_ms ?? 0 },
  { label: 'CPU time', valueOf: ({ cpu_ms }) => cpu_ms },
  { label: 'Peak memory', valueOf: ({ peak_memory_bytes }) => peak_memory_bytes ?? 0 },
  { label: 'Cold starts', valueOf: ({ cold_starts }) => cold_starts },
]

const describe = (bucket: Bucket) =>
  [
    `From ${formatExact(bucket.from)}: ${bucket.requests} requests`,
    `${bucket.errors} errors`,
    `${duration(bucket.p95_ms)} p95 duration`,
    `${bucket.cold_starts} cold starts`,
    `${duration(bucket.cpu_ms)} CPU time`,
    `${memory(bucket.peak_memory_bytes)} peak memory`,
  ].join(', ')

const memory = (bytes: number | null) => (bytes === null ? '–' : formatBytes(bytes))

const duration = (ms: number | null) => (ms === null ? '–' : `${formatCount(ms)} ms`)

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
