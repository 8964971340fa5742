import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { MAX_CHANNEL_RECIPIENTS } from './channels.ts'

export const MAX_SCHEDULED_QUERIES = 50
export const MAX_SCHEDULED_SQL = 20_000
/** Rows and bytes of a result that are kept. */
export const MAX_RESULT_ROWS = 100
export const MAX_RESULT_BYTES = 64_000
/** Runs of one query that are kept; older ones are deleted. */
export const MAX_QUERY_RUNS = 50
export const MAX_QUERY_SECONDS = 60

const byRef = z.object({ ref: z.string() })
const byId = byRef.extend({ id: z.uuid() })
const path = '/platform/alerts/{ref}/queries'

const Settings = z.object({
  name: z.string().trim().min(1, 'Enter a name.').max(100),
  /** One statement that only reads. */
  sql: z.string().trim().min(1, 'Enter a query.').max(MAX_SCHEDULED_SQL),
  /** Five cron fields in UTC, or a name such as `@daily`. */
  schedule: z.string().trim().min(1, 'Enter a schedule.').max(100),
  timeout_seconds: z.int().min(1).max(MAX_QUERY_SECONDS),
  enabled: z.boolean(),
  /** Members who get each result as CSV by email. */
  mail_to: z.array(z.email().max(320)).max(MAX_CHANNEL_RECIPIENTS),
})
export type ScheduledQuerySettings = z.infer<typeof Settings>

export const QueryRun = z.object({
  id: z.uuid(),
  state: z.enum(['running', 'succeeded', 'failed']),
  started_at: z.string(),
  ended_at: z.string().nullable(),
  /** Rows of the result; with `is_limited`, there were more. */
  row_count: z.int().nullable(),
  is_limited: z.boolean(),
  /** The number in the first column of the first row, if it is one. */
  first_value: z.number().nullable(),
  error: z.string().nullable(),
})
export type QueryRun = z.infer<typeof QueryRun>

export const ScheduledQuery = Settings.extend({
  id: z.uuid(),
  /** The member who saved it last. Runs stop when they lose access; null for the operator. */
  author: z.string().nullable(),
  next_run_at: z.string().nullable(),
  last_run: QueryRun.nullable(),
})
export type ScheduledQuery = z.infer<typeof ScheduledQuery>

export const QueryRunResult = QueryRun.extend({
  columns: z.array(z.string()),
  rows: z.array(z.array(z.string().nullable())),
})
export type QueryRunResult = z.infer<typeof QueryRunResult>

export const ReplacedScheduledQuery = Settings.partial()

export const listScheduledQueries = endpoint({
  method: 'GET',
  path,
  access: 'alerts:read',
  params: byRef,
  response: z.array(ScheduledQuery),
})

/** 400 `invalid_schedule`, 409 `too_many_scheduled_queries`, 422 `alert_recipient_unknown`. */
export const createScheduledQuery = endpoint({
  method: 'POST',
  path,
  access: 'alerts:write',
  params: byRef,
  body: Settings,
  response: ScheduledQuery,
  status: 201,
})

/** The caller becomes the author, whose access decides whether the query runs. */
export const updateScheduledQuery = endpoint({
  method: 'PATCH',
  path: `${path}/{id}`,
  access: 'alerts:write',
  params: byId,
  body: Settings.partial().extend({ replaces: ReplacedScheduledQuery.optional() }),
  response: ScheduledQuery,
})

/** 409 `scheduled_query_in_use` while a rule refers to it. */
export const deleteScheduledQuery = endpoint({
  method: 'DELETE',
  path: `${path}/{id}`,
  access: 'alerts:write',
  params: byId,
  response: z.object({}),
})

/** Runs the query as soon as possible, which wakes a sleeping project. */
export const runScheduledQuery = endpoint({
  method: 'POST',
  path: `${path}/{id}/runs`,
  access: 'alerts:write',
  params: byId,
  response: z.object({}),
})

/** The runs of a query without their rows, the newest first. */
export const listQueryRuns = endpoint({
  method: 'GET',
  path: `${path}/{id}/runs`,
  access: 'alerts:read',
  params: byId,
  response: z.array(QueryRun),
})

/**
 * The rows of a run, which its author could read and a member who can only read may not. 404
 * `query_run_not_found`.
 */
export const readQueryRun = endpoint({
  method: 'GET',
  path: `${path}/{id}/runs/{run_id}`,
  access: 'database:write',
  params: byId.extend({ run_id: z.uuid() }),
  response: QueryRunResult,
})
