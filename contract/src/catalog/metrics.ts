/** The unit of a metric's values. Rates are averages over the time between two measurements. */
export type MetricUnit =
  | 'percent'
  | 'bytes'
  | 'bytes_per_second'
  | 'count'
  | 'per_second'
  | 'milliseconds'

/** The page of the reports that shows a metric. */
export type MetricArea =
  | 'database'
  | 'gateway'
  | 'data-api'
  | 'auth'
  | 'storage'
  | 'functions'
  | 'realtime'

export type MetricDeclaration = {
  readonly title: string
  readonly unit: MetricUnit
  readonly area: MetricArea
  /**
   * `sampled`: measured each minute while the project runs, and stored as a column of the source
   * `metrics`. `requests`: counted from the gateway's events, so it is exact for any span.
   */
  readonly from: 'sampled' | 'requests'
  /** How the values of several minutes become one. A percentile is computed over all requests. */
  readonly over: 'average' | 'maximum' | 'sum' | 'percentile'
}

const sampled = (
  area: MetricArea,
  title: string,
  unit: MetricUnit,
  over: 'average' | 'maximum' | 'sum' = 'average',
) => ({ area, title, unit, from: 'sampled', over }) as const

/** The services whose requests are counted apart, by the area that shows them. */
export const REQUEST_SERVICES = {
  'data-api': 'rest',
  auth: 'auth',
  storage: 'storage',
  functions: 'functions',
  realtime: 'realtime',
} as const satisfies Partial<Readonly<Record<MetricArea, string>>>

export const REQUEST_METRICS = {
  requests: { title: 'Requests', unit: 'count', over: 'sum' },
  client_errors: { title: 'Responses with status 4xx', unit: 'count', over: 'sum' },
  server_errors: { title: 'Responses with status 5xx', unit: 'count', over: 'sum' },
  latency_p50: { title: 'Median response time', unit: 'milliseconds', over: 'percentile' },
  latency_p95: {
    title: 'Response time, 95th percentile',
    unit: 'milliseconds',
    over: 'percentile',
  },
  latency_p99: {
    title: 'Response time, 99th percentile',
    unit: 'milliseconds',
    over: 'percentile',
  },
  egress_bytes: { title: 'Bytes sent', unit: 'bytes', over: 'sum' },
} as const satisfies Readonly<Record<string, Pick<MetricDeclaration, 'title' | 'unit' | 'over'>>>

const SAMPLED = {
  cpu_percent: sampled('database', 'CPU', 'percent'),
  memory_bytes: sampled('database', 'Memory', 'bytes'),
  disk_bytes: sampled('database', 'Disk space', 'bytes'),
  database_bytes: sampled('database', 'Database size', 'bytes'),
  wal_bytes: sampled('database', 'Write-ahead log', 'bytes'),
  disk_read_bytes: sampled('database', 'Disk reads', 'bytes_per_second'),
  disk_write_bytes: sampled('database', 'Disk writes', 'bytes_per_second'),
  network_received_bytes: sampled('database', 'Received from clients', 'bytes_per_second'),
  network_sent_bytes: sampled('database', 'Sent to clients', 'bytes_per_second'),
  connections: sampled('database', 'Connections', 'count'),
  connections_active: sampled('database', 'Active connections', 'count'),
  connections_waiting: sampled('database', 'Connections waiting for a lock', 'count'),
  connections_limit: sampled('database', 'Connection limit', 'count'),
  transactions_committed: sampled('database', 'Transactions committed', 'per_second'),
  transactions_rolled_back: sampled('database', 'Transactions rolled back', 'per_second'),
  cache_hit_percent: sampled('database', 'Cache hits', 'percent'),
  rows_read: sampled('database', 'Rows read', 'per_second'),
  rows_written: sampled('database', 'Rows written', 'per_second'),
  locks: sampled('database', 'Locks', 'count'),
  deadlocks: sampled('database', 'Deadlocks', 'count', 'sum'),
  temporary_bytes: sampled('database', 'Temporary files', 'bytes_per_second'),
  longest_transaction_ms: sampled('database', 'Longest transaction', 'milliseconds', 'maximum'),
  realtime_connections: sampled('realtime', 'Realtime connections', 'count'),
  realtime_messages: sampled('realtime', 'Realtime messages', 'per_second'),
  storage_bytes: sampled('storage', 'Stored files', 'bytes'),
} as const

export type SampledMetric = keyof typeof SAMPLED
export const SAMPLED_METRICS = Object.keys(SAMPLED) as [SampledMetric, ...SampledMetric[]]

export type RequestMetric = keyof typeof REQUEST_METRICS
/** `gateway` is all services together. */
export type RequestArea = 'gateway' | keyof typeof REQUEST_SERVICES
export const REQUEST_AREAS = ['gateway', ...Object.keys(REQUEST_SERVICES)] as [
  RequestArea,
  ...RequestArea[],
]

/** `connections`, `gateway.requests` for all services together, `auth.latency_p95` for one. */
export type MetricName = SampledMetric | `${RequestArea}.${RequestMetric}`

const requestMetrics = (area: RequestArea) =>
  Object.entries(REQUEST_METRICS).map(
    ([name, declared]) => [`${area}.${name}`, { ...declared, area, from: 'requests' }] as const,
  )

/** Every metric of a project. */
export const METRICS = {
  ...SAMPLED,
  ...Object.fromEntries(REQUEST_AREAS.flatMap(requestMetrics)),
} as Readonly<Record<MetricName, MetricDeclaration>>

export const METRIC_NAMES = Object.keys(METRICS) as [MetricName, ...MetricName[]]
