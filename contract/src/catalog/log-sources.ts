import { SAMPLED_METRICS } from './metrics.ts'

/** A field's type as the field reference shows it. */
export type LogFieldType = 'string' | 'number' | 'boolean' | 'datetime' | 'string[]' | 'number[]'

/** A field of a source. Its path begins at the row, such as `metadata.request.method`. */
export type LogField = { readonly path: string; readonly type: LogFieldType }

/** The name of a source as queries write it. */
export type LogSourceName =
  | 'edge_logs'
  | 'auth_logs'
  | 'storage_logs'
  | 'function_edge_logs'
  | 'function_logs'
  | 'postgres_logs'
  | 'realtime_logs'
  | 'postgrest_logs'
  | 'supavisor_logs'
  | 'pgbouncer_logs'
  | 'pg_upgrade_logs'
  | 'pg_cron_logs'
  | 'metrics'

export type LogSource = {
  /** The display name. */
  readonly name: string
  /** The table in queries. */
  readonly reference: LogSourceName
  readonly fields: readonly LogField[]
  /**
   * The fields that the unified view shows in its columns. Absent columns are empty for the source.
   */
  readonly unified?: Partial<Readonly<Record<UnifiedColumn, string>>>
  /** Its rows are measurements: queries can read them, but they are not events to look through. */
  readonly isMeasured?: true
}

/** Columns of the unified view, besides the time, the source, the level and the message. */
export type UnifiedColumn = 'status' | 'method' | 'host' | 'path' | 'user' | 'duration_ms'

/**
 * How an event of any source is filed. Sources also have levels of their own, such as the
 * `error_severity` of Postgres.
 */
export const LOG_LEVELS = ['debug', 'info', 'warning', 'error'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** Fields of every row of every source. */
const COMMON: readonly LogField[] = [
  { path: 'id', type: 'string' },
  { path: 'timestamp', type: 'datetime' },
  { path: 'event_message', type: 'string' },
  { path: 'metadata.severity', type: 'string' },
  { path: 'metadata.request_id', type: 'string' },
]

/** Fields of one type below `metadata`, without a prefix, separated by spaces. */
const strings = (paths: string) => fieldsOf(paths, 'string')
const numbers = (paths: string) => fieldsOf(paths, 'number')

function fieldsOf(paths: string, type: LogFieldType): readonly LogField[] {
  return paths.split(' ').map((path) => ({ path: `metadata.${path}`, type }))
}

/** Headers that are logged. None of them can contain a secret. */
export const LOGGED_REQUEST_HEADERS = [
  'accept',
  'content_length',
  'content_type',
  'host',
  'origin',
  'prefer',
  'range',
  'referer',
  'user_agent',
  'x_client_info',
  'x_forwarded_for',
] as const
export const LOGGED_RESPONSE_HEADERS = [
  'cache_control',
  'content_length',
  'content_range',
  'content_type',
] as const

const headers = (prefix: string, names: readonly string[]) =>
  strings(names.map((name) => `${prefix}.${name}`).join(' '))

/** The sources of a project's logs with their fields, as Supabase's log queries name them. */
export const LOG_SOURCES: readonly LogSource[] = [
  {
    name: 'API Gateway',
    reference: 'edge_logs',
    fields: [
      ...COMMON,
      { path: 'identifier', type: 'string' },
      ...strings('request.method request.path request.host request.url request.search'),
      ...strings('request.protocol request.ip request.sb.auth_user request.sb.role'),
      ...headers('request.headers', LOGGED_REQUEST_HEADERS),
      ...numbers('response.status_code response.origin_time response.bytes'),
      ...headers('response.headers', LOGGED_RESPONSE_HEADERS),
    ],
    unified: {
      status: 'metadata.response.status_code',
      method: 'metadata.request.method',
      host: 'metadata.request.host',
      path: 'metadata.request.path',
      user: 'metadata.request.sb.auth_user',
      duration_ms: 'metadata.response.origin_time',
    },
  },
  {
    name: 'Auth',
    reference: 'auth_logs',
    fields: [
      ...COMMON,
      ...strings('auth_event.action auth_event.actor_id auth_event.actor_username'),
      ...strings('auth_event.log_type auth_event.traits.provider auth_event.traits.user_email'),
      ...strings('auth_event.traits.user_id auth_event.traits.user_phone'),
      ...strings('component host level method msg path referer remote_addr'),
      ...numbers('duration status'),
    ],
    unified: {
      status: 'metadata.status',
      method: 'metadata.method',
      host: 'metadata.host',
      path: 'metadata.path',
      user: 'metadata.auth_event.actor_id',
      duration_ms: 'metadata.duration',
    },
  },
  {
    name: 'Storage',
    reference: 'storage_logs',
    fields: [
      ...COMMON,
      ...strings('req.method req.url'),
      ...headers('req.headers', LOGGED_REQUEST_HEADERS),
      ...headers('res.headers', LOGGED_RESPONSE_HEADERS),
      ...numbers('res.statusCode responseTime'),
      ...strings('tenantId reqId project rawError level'),
    ],
    unified: {
      status: 'metadata.res.statusCode',
      method: 'metadata.req.method',
      host: 'metadata.req.headers.host',
      path: 'metadata.req.url',
      duration_ms: 'metadata.responseTime',
    },
  },
  {
    name: 'Function Edge',
    reference: 'function_edge_logs',
    fields: [
      ...COMMON,
      ...strings('deployment_id execution_id function_id project_ref version'),
      ...numbers('execution_time_ms status_code response.status_code'),
      ...strings('request.method request.host request.pathname request.url request.search'),
      ...headers('request.headers', LOGGED_REQUEST_HEADERS),
      ...headers('response.headers', LOGGED_RESPONSE_HEADERS),
    ],
    unified: {
      status: 'metadata.response.status_code',
      method: 'metadata.request.method',
      host: 'metadata.request.host',
      path: 'metadata.request.pathname',
      duration_ms: 'metadata.execution_time_ms',
    },
  },
  {
    name: 'Function Runtime',
    reference: 'function_logs',
    fields: [
      ...COMMON,
      ...strings('deployment_id event_type execution_id function_id level project_ref region'),
      ...strings('version'),
      ...numbers('cpu_time_used memory_used.total'),
    ],
  },
  {
    name: 'Postgres',
    reference: 'postgres_logs',
    fields: [
      ...COMMON,
      { path: 'identifier', type: 'string' },
      ...strings('host parsed.application_name parsed.backend_type parsed.command_tag'),
      ...strings('parsed.connection_from parsed.context parsed.database_name parsed.detail'),
      ...strings('parsed.error_severity parsed.hint parsed.query parsed.session_id'),
      ...strings('parsed.session_start_time parsed.sql_state_code parsed.timestamp'),
      ...strings('parsed.user_name parsed.virtual_transaction_id'),
      // A query's id has 64 bits, more than a JSON number holds exactly.
      ...strings('parsed.query_id'),
      ...numbers('parsed.process_id parsed.session_line_num parsed.transaction_id'),
    ],
    unified: { user: 'metadata.parsed.user_name' },
  },
  {
    name: 'Realtime',
    reference: 'realtime_logs',
    fields: [
      ...COMMON,
      ...strings('level external_id measurements.connected_cluster project'),
      ...numbers('measurements.connected measurements.limit measurements.sum'),
    ],
  },
  {
    name: 'PostgREST',
    reference: 'postgrest_logs',
    fields: [...COMMON, { path: 'identifier', type: 'string' }, ...strings('host')],
  },
  {
    name: 'Supavisor shared pooler',
    reference: 'supavisor_logs',
    fields: [
      ...COMMON,
      ...strings('db_name instance_id level project region type user'),
      ...strings('context.domain context.line context.mfa context.module'),
    ],
    unified: { user: 'metadata.user' },
  },
  {
    name: 'PgBouncer dedicated pooler',
    reference: 'pgbouncer_logs',
    fields: [...COMMON, ...strings('file host project')],
  },
  {
    name: 'Database Version Upgrade',
    reference: 'pg_upgrade_logs',
    fields: COMMON,
  },
  {
    name: 'Cron',
    reference: 'pg_cron_logs',
    fields: [
      ...COMMON,
      ...strings('job_id job_name command status return_message database user_name'),
      ...numbers('run_id duration_ms'),
    ],
    unified: { user: 'metadata.user_name', duration_ms: 'metadata.duration_ms' },
  },
  {
    name: 'Metrics',
    reference: 'metrics',
    fields: [...COMMON, ...numbers(SAMPLED_METRICS.join(' '))],
    isMeasured: true,
  },
]

/** The sources whose rows are events. */
export const EVENT_SOURCES: readonly LogSource[] = LOG_SOURCES.filter(
  ({ isMeasured }) => isMeasured !== true,
)

/**
 * The column of a field in the files of a source: flat, because a reader of nested columns reads
 * all of them for one.
 */
export function logColumn({ path }: Pick<LogField, 'path'>): string {
  return path.replace(/^metadata\./, '').replaceAll('.', '_')
}
