import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { MAX_LOG_SQL_LENGTH } from './logs.ts'

/**
 * The analytics of the Management API, as its OpenAPI document describes them. A query that fails is
 * a successful response with `error`, as its clients expect.
 */

const byRef = z.object({ ref: z.string() })
const path = '/v1/projects/{ref}/analytics/endpoints'

const AnalyticsError = z.object({
  code: z.number(),
  errors: z.array(
    z.object({
      domain: z.string(),
      location: z.string(),
      locationType: z.string(),
      message: z.string(),
      reason: z.string(),
    }),
  ),
  message: z.string(),
  status: z.string(),
})

const answer = <Row extends z.ZodType>(row: Row) =>
  z.object({ result: z.array(row), error: AnalyticsError.optional() })

const AnalyticsAnswer = answer(z.record(z.string(), z.unknown()))
export type AnalyticsAnswer = z.infer<typeof AnalyticsAnswer>

const LogsQuery = z.object({
  sql: z.string().max(MAX_LOG_SQL_LENGTH).optional(),
  iso_timestamp_start: z.iso.datetime({ offset: true }).optional(),
  iso_timestamp_end: z.iso.datetime({ offset: true }).optional(),
})

/** A query over at most 24 hours, rounded to minutes; the last minute of `edge_logs` if absent. */
export const readAnalyticsLogs = endpoint({
  method: 'GET',
  path: `${path}/logs.all`,
  access: 'logs:read',
  params: byRef,
  query: LogsQuery,
  response: AnalyticsAnswer,
})

/** The same for the dashboard's own clients. */
export const readProjectAnalyticsLogs = endpoint({
  method: 'GET',
  path: '/platform/projects/{ref}/analytics/endpoints/logs.all',
  access: 'logs:read',
  params: byRef,
  query: LogsQuery,
  response: AnalyticsAnswer,
})

export const readApiCounts = endpoint({
  method: 'GET',
  path: `${path}/usage.api-counts`,
  access: 'logs:read',
  params: byRef,
  query: z.object({
    interval: z.enum(['15min', '30min', '1hr', '3hr', '1day', '3day', '7day']).default('1day'),
  }),
  response: answer(
    z.object({
      timestamp: z.string(),
      total_auth_requests: z.number(),
      total_realtime_requests: z.number(),
      total_rest_requests: z.number(),
      total_storage_requests: z.number(),
    }),
  ),
})

export const readApiRequestsCount = endpoint({
  method: 'GET',
  path: `${path}/usage.api-requests-count`,
  access: 'logs:read',
  params: byRef,
  response: answer(z.object({ count: z.number() })),
})
