import { METRICS, type MetricName, type RequestArea } from '@stoa/contract/catalog/metrics'
import type { LogFilter } from '@stoa/contract/services/logs/logs'
import type { Measured } from '../../data/resources/services/reports/series.ts'
import { formatUnit } from '../../lib/units.ts'
import type { Chart, ChartTone } from '../../ui/chart/chart.ts'
import type { ReportSlug } from './report-pages.ts'

type Line = { readonly metric: MetricName; readonly name: string; readonly tone: ChartTone }

/** A chart of metrics with the same unit. */
export type ChartDeclaration = {
  readonly label: string
  readonly description?: string
  readonly lines: readonly Line[]
}

export type ChartSection = {
  readonly title: string
  readonly charts: readonly ChartDeclaration[]
}

const line = (metric: MetricName, name: string, tone: ChartTone = 'accent'): Line => ({
  metric,
  name,
  tone,
})

const one = (metric: MetricName, description?: string): ChartDeclaration => ({
  label: METRICS[metric].title,
  lines: [line(metric, METRICS[metric].title)],
  ...(description !== undefined && { description }),
})

const requestsSection = (area: RequestArea): ChartSection => ({
  title: 'Requests',
  charts: [
    {
      label: 'Requests',
      description: 'Requests and their errors',
      lines: [
        line(`${area}.requests`, 'All'),
        line(`${area}.client_errors`, '4xx', 'warning'),
        line(`${area}.server_errors`, '5xx', 'danger'),
      ],
    },
    {
      label: 'Response time',
      description: 'Half, 95% and 99% of the responses were faster',
      lines: [
        line(`${area}.latency_p95`, '95th'),
        line(`${area}.latency_p50`, 'Median', 'success'),
        line(`${area}.latency_p99`, '99th', 'muted'),
      ],
    },
    one(`${area}.egress_bytes`, 'Bodies of the responses'),
  ],
})

const DATABASE: readonly ChartSection[] = [
  {
    title: 'Resources',
    charts: [
      one('cpu_percent', 'Processor time of Postgres; 100% is all cores of the machine'),
      one('memory_bytes', 'Memory of Postgres'),
      {
        label: 'Disk space',
        description: 'The data folder, and its largest parts',
        lines: [
          line('disk_bytes', 'All'),
          line('database_bytes', 'Databases', 'success'),
          line('wal_bytes', 'Write-ahead log', 'warning'),
        ],
      },
      {
        label: 'Disk activity',
        description: 'Read from and written to the disk',
        lines: [line('disk_read_bytes', 'Reads'), line('disk_write_bytes', 'Writes', 'success')],
      },
      {
        label: 'Network',
        description: 'Traffic of database clients',
        lines: [
          line('network_sent_bytes', 'Sent'),
          line('network_received_bytes', 'Received', 'success'),
        ],
      },
      one('temporary_bytes', 'Sorts and joins that did not fit into memory'),
    ],
  },
  {
    title: 'Connections and transactions',
    charts: [
      {
        label: 'Connections',
        description: 'Open connections and their limit',
        lines: [
          line('connections', 'Open'),
          line('connections_active', 'Active', 'success'),
          line('connections_waiting', 'Waiting for a lock', 'danger'),
          line('connections_limit', 'Limit', 'muted'),
        ],
      },
      {
        label: 'Transactions',
        description: 'Ended by commit or rollback',
        lines: [
          line('transactions_committed', 'Committed'),
          line('transactions_rolled_back', 'Rolled back', 'danger'),
        ],
      },
      one('longest_transaction_ms', 'The oldest open transaction'),
      {
        label: 'Locks',
        description: 'Held locks and deadlocks',
        lines: [line('locks', 'Locks'), line('deadlocks', 'Deadlocks', 'danger')],
      },
    ],
  },
  {
    title: 'Data',
    charts: [
      one('cache_hit_percent', 'Blocks that were in memory when needed'),
      {
        label: 'Rows',
        description: 'Rows read and written',
        lines: [line('rows_read', 'Read'), line('rows_written', 'Written', 'success')],
      },
    ],
  },
]

const SECTIONS: Readonly<Record<ReportSlug, readonly ChartSection[]>> = {
  database: DATABASE,
  gateway: [requestsSection('gateway')],
  'data-api': [requestsSection('data-api')],
  auth: [requestsSection('auth')],
  storage: [
    requestsSection('storage'),
    { title: 'Files', charts: [one('storage_bytes', 'Size of all files in the buckets')] },
  ],
  functions: [requestsSection('functions')],
  realtime: [
    {
      title: 'Clients',
      charts: [
        one('realtime_connections', 'Open WebSocket connections'),
        one('realtime_messages', 'Messages sent and received'),
      ],
    },
    requestsSection('realtime'),
  ],
}

export const sectionsOf = (slug: ReportSlug): readonly ChartSection[] => SECTIONS[slug]

export const metricsOf = (sections: readonly ChartSection[]): readonly MetricName[] => [
  ...new Set(
    sections.flatMap(({ charts }) =>
      charts.flatMap(({ lines }) => lines.map(({ metric }) => metric)),
    ),
  ),
]

/** The page of the logs, and its filters, that has the events behind a report. */
export const LOGS_OF: Readonly<
  Record<ReportSlug, { source: string; filters: readonly LogFilter[] }>
> = {
  database: { source: 'postgres-logs', filters: [] },
  gateway: { source: 'edge-logs', filters: [] },
  'data-api': edgeLogs('/rest/v1'),
  auth: edgeLogs('/auth/v1'),
  storage: edgeLogs('/storage/v1'),
  functions: edgeLogs('/functions/v1'),
  realtime: edgeLogs('/realtime/v1'),
}

function edgeLogs(path: string) {
  return {
    source: 'edge-logs',
    filters: [{ field: 'path', operator: '~' as const, values: [path] }],
  }
}

type Values = readonly (number | null)[]

/** A chart with the values that were measured. */
export function chartOf(
  { label, description, lines }: ChartDeclaration,
  measured: Measured,
): Chart {
  const unit = unitOf(lines)
  const format = (value: number) => formatUnit(value, unit)
  const series = lines.map(({ metric, name, tone }) => {
    const values = measured.values[metric] ?? measured.times.map(() => null)
    return { name, tone, values, total: totalText(metric, values) }
  })
  return {
    label,
    series,
    format,
    total: series[0]?.total ?? '',
    isCount: unit === 'count',
    isBytes: unit === 'bytes' || unit === 'bytes_per_second',
    hasGaps: isSampled(lines),
    ...(description !== undefined && { description }),
  }
}

/** Replaces a chart of which nothing was measured. */
export const unmeasuredText = ({ lines }: ChartDeclaration): string =>
  isSampled(lines)
    ? 'Nothing was measured. While the project sleeps, there are no values.'
    : 'No requests during this time.'

/** Whether the project was measured, instead of its requests. A sleeping one is not. */
const isSampled = (lines: readonly Line[]): boolean =>
  lines.some(({ metric }) => METRICS[metric].from === 'sampled')

function unitOf(lines: readonly Line[]) {
  const first = lines[0]
  return first ? METRICS[first.metric].unit : 'count'
}

function totalText(metric: MetricName, values: Values): string {
  const { unit } = METRICS[metric]
  const total = totalOf(metric, values)
  if (total === null) return '–'
  const text = formatUnit(total, unit)
  const kind = totalKind(metric)
  if (kind === 'highest') return `max ${text}`
  return kind === 'average' ? `avg ${text}` : text
}

type TotalKind = 'sum' | 'average' | 'highest' | 'last'

/** How the values of a period become one. */
function totalKind(metric: MetricName): TotalKind {
  const { unit, from } = METRICS[metric]
  if (from === 'requests') return unit === 'milliseconds' ? 'highest' : 'sum'
  if (metric === 'connections_limit' || unit === 'bytes') return 'last'
  return unit === 'count' || unit === 'milliseconds' ? 'highest' : 'average'
}

/** The value of a whole period; null if nothing was measured. */
export function totalOf(metric: MetricName, values: Values): number | null {
  const measured = values.filter((value) => value !== null)
  if (measured.length === 0) return null
  const kind = totalKind(metric)
  if (kind === 'last') return measured.at(-1) ?? null
  if (kind === 'highest') return Math.max(...measured)
  const sum = measured.reduce((total, value) => total + value, 0)
  return kind === 'sum' ? sum : sum / measured.length
}
