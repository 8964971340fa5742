import { z } from 'zod'
import { EVENT_SOURCES, LOG_LEVELS, type LogSourceName } from '../../catalog/log-sources.ts'
import { endpoint } from '../../endpoint.ts'

declare module '../../platform/permissions.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- A service adds its permissions by merging interfaces.
  interface Permissions {
    /** Read and query the logs of a project. */
    'logs:read': true
  }
}

export const MAX_LOG_PAGE = 500
export const MAX_LOG_SQL_LENGTH = 20_000
export const MAX_LOG_SEARCH_LENGTH = 500
export const MAX_LOG_FILTERS = 20
/** The most rows that a query over the logs returns. */
export const MAX_LOG_ROWS = 1000

const byRef = z.object({ ref: z.string() })
const path = '/platform/logs/{ref}'

const SOURCE_NAMES = EVENT_SOURCES.map(({ reference }) => reference) as [LogSourceName]
export const LogSourceNameSchema = z.enum(SOURCE_NAMES)

/** Microseconds since 1970. */
const Microseconds = z.int()
/** The time of an event in a query; in the year 2255, there is still room for the minutes around it. */
const EventTime = z.coerce.number().int().min(0).max(9_000_000_000_000_000)

/** The columns by which events of all sources are filtered and counted. */
export const LOG_FACETS = [
  'source',
  'severity',
  'status',
  'method',
  'host',
  'path',
  'user',
] as const
export type LogFacet = (typeof LOG_FACETS)[number]

/** A filter on a column of the unified view, or on a field of the only selected source. */
export const LogFilter = z.object({
  /** A facet, `request_id`, `duration_ms`, or the path of a field such as `metadata.parsed.query`. */
  field: z.string().min(1).max(200),
  operator: z.enum(['=', '<>', '>=', '<=', '~', '!~']),
  /** Alternatives for `=` and `<>`; one value for the others. `~` searches in any case. */
  values: z.array(z.string().max(MAX_LOG_SEARCH_LENGTH)).min(1).max(50),
})
export type LogFilter = z.infer<typeof LogFilter>

/** Which events: a span of time, sources, filters and a search. */
export const LogSelection = z.object({
  /** ISO 8601. */
  from: z.iso.datetime({ offset: true }),
  to: z.iso.datetime({ offset: true }),
  /** All if absent. */
  sources: z.array(LogSourceNameSchema).min(1).optional(),
  filters: z.array(LogFilter).max(MAX_LOG_FILTERS).default([]),
  /** Part of the message, path or id, in any case. */
  search: z.string().max(MAX_LOG_SEARCH_LENGTH).optional(),
})
export type LogSelection = z.infer<typeof LogSelection>

/** An event in the columns that all sources share. */
export const LogRow = z.object({
  id: z.string(),
  timestamp: Microseconds,
  source: LogSourceNameSchema,
  severity: z.enum(LOG_LEVELS),
  message: z.string(),
  status: z.number().nullable(),
  method: z.string().nullable(),
  host: z.string().nullable(),
  path: z.string().nullable(),
  user: z.string().nullable(),
  duration_ms: z.number().nullable(),
  request_id: z.string().nullable(),
})
export type LogRow = z.infer<typeof LogRow>

/** The place of an event in the order of time. */
const LogCursor = z.object({ timestamp: Microseconds, id: z.string().max(100) })
export type LogCursor = z.infer<typeof LogCursor>

/** Events, the newest first. */
export const searchLogs = endpoint({
  method: 'POST',
  path: `${path}/search`,
  access: 'logs:read',
  params: byRef,
  body: LogSelection.extend({
    /** Only older events: the next page. */
    before: LogCursor.optional(),
    /** Only newer events: what has happened since. */
    after: LogCursor.optional(),
    limit: z.int().min(1).max(MAX_LOG_PAGE).default(100),
  }),
  response: z.object({
    events: z.array(LogRow),
    /** Whether there are further events in this direction. */
    has_more: z.boolean(),
    /** Events of the span that were dropped because they were too many or could not be written. */
    dropped: z.int(),
  }),
})

/** How many events there were in equal parts of the span, the oldest first. */
export const readLogHistogram = endpoint({
  method: 'POST',
  path: `${path}/histogram`,
  access: 'logs:read',
  params: byRef,
  body: LogSelection.extend({ buckets: z.int().min(1).max(500).default(60) }),
  response: z.object({
    bucket_ms: z.number(),
    buckets: z.array(
      z.object({
        from: Microseconds,
        debug: z.int(),
        info: z.int(),
        warning: z.int(),
        error: z.int(),
      }),
    ),
  }),
})

/** The most frequent values of each facet with their counts. */
export const readLogFacets = endpoint({
  method: 'POST',
  path: `${path}/facets`,
  access: 'logs:read',
  params: byRef,
  body: LogSelection,
  response: z.record(z.enum(LOG_FACETS), z.array(z.object({ value: z.string(), count: z.int() }))),
})

/** One event with all its fields; 404 `log_event_not_found` if it is not, or no longer, kept. */
export const readLogEvent = endpoint({
  method: 'GET',
  path: `${path}/sources/{source}/events/{id}`,
  access: 'logs:read',
  params: byRef.extend({ source: LogSourceNameSchema, id: z.string().max(100) }),
  query: z.object({ timestamp: EventTime }),
  response: LogRow.extend({ metadata: z.record(z.string(), z.unknown()) }),
})

/** The events of one request in all sources, the oldest first. */
export const traceLogs = endpoint({
  method: 'GET',
  path: `${path}/requests/{request_id}`,
  access: 'logs:read',
  params: byRef.extend({ request_id: z.string().max(100) }),
  query: z.object({ timestamp: EventTime }),
  response: z.array(LogRow.extend({ metadata: z.record(z.string(), z.unknown()) })),
})

/**
 * Runs one `select` over the sources as tables, in the dialect of Supabase's log queries. Refused
 * with 400 `log_query_refused` if it is anything else, 400 `log_query_failed` if it is wrong, and
 * 422 `log_query_too_expensive` if it takes too long or needs too much memory.
 */
export const queryLogs = endpoint({
  method: 'POST',
  path: `${path}/query`,
  access: 'logs:read',
  params: byRef,
  body: z.object({
    sql: z.string().min(1).max(MAX_LOG_SQL_LENGTH),
    from: z.iso.datetime({ offset: true }),
    to: z.iso.datetime({ offset: true }),
  }),
  response: z.object({
    /** Types as the query engine names them, in lower case and without arguments: `timestamp`, `record[]`. */
    columns: z.array(z.object({ name: z.string(), type: z.string() })),
    /** Times are microseconds since 1970. */
    rows: z.array(z.array(z.unknown())),
    /** Whether there were more than `MAX_LOG_ROWS`. */
    is_truncated: z.boolean(),
    duration_ms: z.number(),
  }),
})

/** The query for the explorer that reads the events of a selection. It is not run. */
export const draftLogQuery = endpoint({
  method: 'POST',
  path: `${path}/draft`,
  access: 'logs:read',
  params: byRef,
  body: LogSelection.omit({ from: true, to: true }),
  response: z.object({ sql: z.string() }),
})

/** How much is kept of a project's logs, and for how long. */
export const readLogStorage = endpoint({
  method: 'GET',
  path: `${path}/storage`,
  access: 'logs:read',
  params: byRef,
  response: z.object({
    bytes: z.int(),
    max_bytes: z.int(),
    retention_days: z.int(),
    /** ISO 8601; null if nothing is kept. */
    oldest: z.string().nullable(),
    /** Events dropped since the server started. */
    dropped: z.int(),
    /** Files with lines that were left out because they are damaged. */
    damaged_files: z.int(),
  }),
})
