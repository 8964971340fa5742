import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'

declare module '../../platform/permissions.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- A service adds its permissions by merging interfaces.
  interface Permissions {
    /** Read the statistics of a project's queries. */
    'query_performance:read': true
    /** Reset these statistics. */
    'query_performance:write': true
  }
}

const byRef = z.object({ ref: z.string() })
const path = '/platform/query-performance/{ref}'

/** The longest span of statistics, in hours. */
const MAX_HOURS = 24 * 180
const Hours = z.coerce.number().int().min(1).max(MAX_HOURS).default(24)

/**
 * The part of the product that a query's role belongs to. `platform` also covers queries on the
 * catalogs, which the dashboard and other tools send.
 */
export const QuerySource = z.enum([
  'data_api',
  'auth',
  'storage',
  'realtime',
  'owner',
  'custom_role',
  'platform',
])
export type QuerySource = z.infer<typeof QuerySource>

/** The statistics of one query of one role over a span of time. */
export const QueryStatistics = z.object({
  id: z.string(),
  role: z.string(),
  source: QuerySource,
  /** At most 500 characters. Constants are replaced by `$1` and so on. */
  statement: z.string(),
  calls: z.number(),
  total_ms: z.number(),
  mean_ms: z.number(),
  /** The fastest and the slowest call since the query was first seen, or since the last reset. */
  min_ms: z.number(),
  max_ms: z.number(),
  rows: z.number(),
  /** The percentage of blocks found in Postgres's own cache; null if the query read none. */
  cache_hit_percent: z.number().nullable(),
})
export type QueryStatistics = z.infer<typeof QueryStatistics>

const Collection = z.object({
  /** False if this Postgres doesn't have pg_stat_statements. */
  is_available: z.boolean(),
  /** When the statistics were last read from Postgres. */
  read_at: z.iso.datetime().nullable(),
  /** When they were reset; null if never. */
  reset_at: z.iso.datetime().nullable(),
  /** How long the plan of the organization keeps them. */
  retention_days: z.int(),
})

export const QueryStatisticsList = Collection.extend({
  /** The 500 that took the most time in the span. */
  queries: z.array(QueryStatistics),
})
export type QueryStatisticsList = z.infer<typeof QueryStatisticsList>

/**
 * The queries of the last hours, with statistics that outlive a restart of Postgres. Reads Postgres's
 * own statistics first, unless that was done within the last seconds.
 */
export const listQueryStatistics = endpoint({
  method: 'GET',
  path: `${path}/queries`,
  access: 'query_performance:read',
  params: byRef,
  query: z.object({ hours: Hours }),
  response: QueryStatisticsList,
})

const QueryPoint = z.object({
  /** Where the interval begins. */
  at: z.iso.datetime(),
  calls: z.number(),
  total_ms: z.number(),
  rows: z.number(),
})
export type QueryPoint = z.infer<typeof QueryPoint>

/** The same query as another role runs it. */
const QueryCaller = z.object({
  id: z.string(),
  role: z.string(),
  source: QuerySource,
  calls: z.number(),
  total_ms: z.number(),
})

export const QueryHistory = QueryStatistics.extend({
  /** Postgres's own id of the query, which its log has too. */
  query_id: z.string(),
  /** At most 10,000 characters. */
  statement: z.string(),
  /** Whether the statement was too long to be kept whole. */
  is_cut: z.boolean(),
  first_seen_at: z.iso.datetime(),
  /** The length of an interval. */
  step_hours: z.int(),
  /** The intervals in which it was called, the oldest first. */
  points: z.array(QueryPoint),
  /** All roles that ran it in the span, this one too. */
  callers: z.array(QueryCaller),
})
export type QueryHistory = z.infer<typeof QueryHistory>

/** 404 `query_not_found`. */
export const readQueryHistory = endpoint({
  method: 'GET',
  path: `${path}/queries/{query_id}`,
  access: 'query_performance:read',
  params: byRef.extend({ query_id: z.string().regex(/^\d{1,18}$/) }),
  query: z.object({ hours: Hours }),
  response: QueryHistory,
})

/**
 * Deletes the statistics that were kept, and counts from now on. The view `pg_stat_statements`
 * itself keeps its counters, which only a superuser can reset.
 */
export const resetQueryStatistics = endpoint({
  method: 'POST',
  path: `${path}/reset`,
  access: 'query_performance:write',
  params: byRef,
  response: z.object({}),
})
