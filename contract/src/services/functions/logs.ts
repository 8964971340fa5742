import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'

/** `console`: written by the function. `uncaught`: an error that the function did not catch. */
const KINDS = ['console', 'uncaught', 'boot', 'shutdown', 'invocation'] as const
export const FUNCTION_LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const

const Headers = z.record(z.string(), z.string())

export const FunctionLogEntry = z.object({
  /** Grows with time; `before` and `after` take it. */
  id: z.string(),
  /** ISO 8601. */
  time: z.string(),
  version: z.number(),
  kind: z.enum(KINDS),
  level: z.enum(FUNCTION_LOG_LEVELS),
  message: z.string(),
  /** The id of the process that ran the function. */
  executionId: z.string(),
  /** The id of an invocation. */
  request: z
    .object({
      method: z.string(),
      path: z.string(),
      status: z.number(),
      durationMs: z.number(),
      /** Some headers of the request and the response; never one that can contain a secret. */
      requestHeaders: Headers.optional(),
      responseHeaders: Headers.optional(),
    })
    .optional(),
  /**
   * Processor time of the process; absent where the system does not report it, and for most of many
   * concurrent calls.
   */
  usage: z
    .object({
      /** Since the previous entry with a usage. */
      cpuMs: z.number(),
      /** The peak since the process started. */
      memoryBytes: z.number(),
    })
    .optional(),
})
/** One line in the log of a function. */
export type FunctionLogEntry = z.infer<typeof FunctionLogEntry>

const Deployment = z.object({
  deployment_id: z.string(),
  execution_id: z.string(),
  function_id: z.string(),
  project_ref: z.string(),
  version: z.string(),
})

/** An entry with the fields of its log source in the log catalog. */
export const FunctionLogRow = FunctionLogEntry.and(
  z.discriminatedUnion('source', [
    z.object({
      source: z.literal('function_edge_logs'),
      fields: Deployment.extend({
        execution_time_ms: z.number(),
        status_code: z.number(),
        request: z.object({ method: z.string(), pathname: z.string(), headers: Headers }),
        response: z.object({ status_code: z.number(), headers: Headers }),
      }),
    }),
    z.object({
      source: z.literal('function_logs'),
      fields: Deployment.extend({
        event_type: z.enum(['Boot', 'Log', 'Shutdown', 'UncaughtException']),
        level: z.string(),
        region: z.string(),
      }),
    }),
  ]),
)
export type FunctionLogRow = z.infer<typeof FunctionLogRow>

export const FUNCTION_STATUS_CLASSES = ['2xx', '3xx', '4xx', '5xx'] as const

export const FunctionLogQuery = z.object({
  /** Invocations, or everything else that the function's processes reported. */
  source: z.enum(['invocations', 'output']).optional(),
  level: z.enum(FUNCTION_LOG_LEVELS).optional(),
  /** The first digit of an invocation's status. */
  status: z.enum(FUNCTION_STATUS_CLASSES).optional(),
  /** Part of the message, in any case. */
  search: z.string().max(200).optional(),
  /** The id of an entry: only older ones are returned. */
  before: z.string().max(100).optional(),
  /** The id of an entry: only newer ones are returned. */
  after: z.string().max(100).optional(),
  limit: z.coerce.number().int().min(1).max(500).default(100),
})

/** The newest first. The oldest entries are deleted when a log reaches its maximum size. */
export const listFunctionLogs = endpoint({
  method: 'GET',
  path: '/platform/functions/{ref}/functions/{function_slug}/logs',
  access: 'functions:read',
  params: z.object({ ref: z.string(), function_slug: z.string() }),
  query: FunctionLogQuery,
  response: z.array(FunctionLogRow),
})

export const FunctionMetrics = z.object({
  requests: z.int(),
  /** Requests with a status of 500 or above. */
  errors: z.int(),
  cold_starts: z.int(),
  /** Milliseconds; null without requests. */
  p50_ms: z.number().nullable(),
  p95_ms: z.number().nullable(),
  /** Processor time of all processes together, including their starts. */
  cpu_ms: z.number(),
  /** The peak memory of one process; null if none was measured. */
  peak_memory_bytes: z.number().nullable(),
  /** Equal parts of the period, the oldest first. */
  buckets: z.array(
    z.object({
      from: z.string(),
      requests: z.int(),
      errors: z.int(),
      cold_starts: z.int(),
      p95_ms: z.number().nullable(),
      cpu_ms: z.number(),
      peak_memory_bytes: z.number().nullable(),
    }),
  ),
})
export type FunctionMetrics = z.infer<typeof FunctionMetrics>

export const FunctionActivity = z.object({
  function_slug: z.string(),
  requests: z.int(),
  /** Requests with a status of 500 or above. */
  errors: z.int(),
})
export type FunctionActivity = z.infer<typeof FunctionActivity>

/** How often each function of the project was called in the last 24 hours. */
export const listFunctionActivity = endpoint({
  method: 'GET',
  path: '/platform/functions/{ref}/activity',
  access: 'functions:read',
  params: z.object({ ref: z.string() }),
  response: z.array(FunctionActivity),
})

export const FUNCTION_PERIODS = ['15m', '1h', '3h', '24h'] as const
export type FunctionPeriod = (typeof FUNCTION_PERIODS)[number]

/**
 * Counters per minute, kept for the last day; the period ends with the current minute. Durations
 * from 100 ms on are rounded to two digits.
 */
export const readFunctionMetrics = endpoint({
  method: 'GET',
  path: '/platform/functions/{ref}/functions/{function_slug}/metrics',
  access: 'functions:read',
  params: z.object({ ref: z.string(), function_slug: z.string() }),
  query: z.object({ period: z.enum(FUNCTION_PERIODS).default('24h') }),
  response: FunctionMetrics,
})
