import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { LogSourceNameSchema } from './logs.ts'

declare module '../../platform/permissions.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- A service adds its permissions by merging interfaces.
  interface Permissions {
    /** Create, change, test and delete log drains, which send logs to other servers. */
    'log_drains:write': true
  }
}

/** Maximum log drains per project. */
export const MAX_LOG_DRAINS = 10

export const DATADOG_REGIONS = ['US1', 'US3', 'US5', 'EU', 'AP1', 'AP2', 'US1-FED'] as const

const Url = z
  .url({ protocol: /^https?$/, message: 'Enter a URL that starts with https:// or http://.' })
  .max(2000)
  .refine(
    (text) => !/^[^/]*\/\/[^/?#]*@/.test(text),
    'The URL cannot contain a user name or password. Use a header.',
  )

const printable = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\x20-\x7e]*$/, 'Use printable ASCII characters only.')

const required = (max: number) => printable(max).min(1)

/** A secret. It is never returned: an empty text stands for it, and keeps it in an update. */
const Secret = printable(4000)

/** Values are secrets. */
const Headers = z
  .record(
    z
      .string()
      .regex(/^[\w!#$%&'*+.^`|~-]{1,200}$/, 'A header name has letters, digits, and hyphens.'),
    Secret,
  )
  .refine((headers) => Object.keys(headers).length <= 20, 'At most 20 headers are possible.')

/** A host name or address, without a port. */
const Host = z.string().regex(/^[\w.:-]{1,253}$/, 'Enter a host name or an IP address.')

/** The receivers and their settings, with the names that Supabase's log drains use. */
export const LogDrainConfig = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('webhook'),
    config: z.strictObject({
      url: Url,
      /** `json`: an array. `ndjson`: one object per line. */
      format: z.enum(['json', 'ndjson']).default('json'),
      gzip: z.boolean().default(true),
      headers: Headers.default({}),
    }),
  }),
  z.strictObject({
    type: z.literal('datadog'),
    config: z.strictObject({ region: z.enum(DATADOG_REGIONS), api_key: Secret }),
  }),
  z.strictObject({
    type: z.literal('loki'),
    config: z.strictObject({
      /** The address of the server, or of its push API. */
      url: Url,
      username: printable(200).default(''),
      password: Secret.default(''),
      headers: Headers.default({}),
    }),
  }),
  z.strictObject({
    type: z.literal('otlp'),
    config: z.strictObject({
      /** The address of the collector, or of its logs endpoint. */
      endpoint: Url,
      gzip: z.boolean().default(true),
      headers: Headers.default({}),
    }),
  }),
  z.strictObject({
    type: z.literal('sentry'),
    config: z.strictObject({
      dsn: z
        .string()
        .max(500)
        .regex(
          /^https?:\/\/[\w-]+@[\w.:-]+(?:\/[\w./-]*)?\/\d+$/,
          'Enter a DSN such as https://key@o1.ingest.sentry.io/2.',
        ),
    }),
  }),
  z.strictObject({
    type: z.literal('s3'),
    config: z.strictObject({
      s3_bucket: z.string().regex(/^[a-z0-9][a-z0-9._-]{1,62}$/i, 'Enter the name of a bucket.'),
      storage_region: z.string().regex(/^[a-z0-9-]{1,50}$/, 'Enter a region such as us-east-1.'),
      /** The S3 API of another provider; empty for AWS. */
      endpoint: z.union([z.literal(''), Url]).default(''),
      prefix: z
        .string()
        .max(200)
        .regex(/^[\w./=-]*$/, 'A prefix has letters, digits, and ./=_- only.')
        .default(''),
      access_key_id: required(200),
      secret_access_key: Secret,
      /** How long events are collected for one object, in milliseconds. */
      batch_timeout: z.int().min(1000).max(900_000).default(60_000),
    }),
  }),
  z.strictObject({
    type: z.literal('syslog'),
    config: z.strictObject({
      host: Host,
      port: z.int().min(1).max(65_535),
      tls: z.boolean().default(true),
      /** A certificate authority in PEM format, if the receiver's certificate is not public. */
      ca_cert: z.string().max(20_000).default(''),
    }),
  }),
])
export type LogDrainConfig = z.infer<typeof LogDrainConfig>
export type LogDrainType = LogDrainConfig['type']

const Names = z.object({
  name: z.string().trim().min(1).max(63),
  description: z.string().max(500),
  /** All sources if empty. */
  sources: z.array(LogSourceNameSchema).max(20),
})

/** How the delivery of a drain goes. Times are in ISO 8601. */
const Delivery = z.object({
  /**
   * - `active`: the receiver has accepted the last events, or none have been sent yet.
   * - `failing`: the last attempt failed, and is repeated.
   * - `paused`: nothing is sent until the drain is resumed.
   */
  state: z.enum(['active', 'failing', 'paused']),
  /** Why it is paused: a member paused it, it failed for too long, or the plan has no drains. */
  paused_reason: z.enum(['member', 'failures', 'plan']).nullable(),
  events_sent: z.int(),
  /** Events that expired before the receiver accepted them. */
  events_dropped: z.int(),
  last_success_at: z.string().nullable(),
  last_error_at: z.string().nullable(),
  last_error: z.string().nullable(),
  failing_since: z.string().nullable(),
  /** The age of the oldest event that waits to be sent; null if none does or it is not known. */
  lag_ms: z.number().nullable(),
})

export const LogDrain = z.intersection(
  Names.extend({
    /** The same as `token`, by which Supabase's clients name a drain. */
    id: z.uuid(),
    token: z.uuid(),
    inserted_at: z.string(),
    updated_at: z.string(),
    delivery: Delivery,
  }),
  LogDrainConfig,
)
export type LogDrain = z.infer<typeof LogDrain>

const byRef = z.object({ ref: z.string() })
const byToken = byRef.extend({ token: z.uuid() })
const path = '/platform/projects/{ref}/analytics/log-drains'

/** The oldest first. Secrets are empty texts. */
export const listLogDrains = endpoint({
  method: 'GET',
  path,
  access: 'logs:read',
  params: byRef,
  response: z.array(LogDrain),
})

/**
 * Sends events from now on. 402 `log_drains_unavailable` without a plan that includes drains, 400
 * `outgoing_refused` for a private address, 409 `log_drain_limit` if there are too many.
 */
export const createLogDrain = endpoint({
  method: 'POST',
  path,
  access: 'log_drains:write',
  params: byRef,
  body: z.intersection(Names.partial({ description: true, sources: true }), LogDrainConfig),
  response: LogDrain,
  status: 201,
})

/**
 * Replaces the settings; the type cannot change. An empty secret keeps the stored one, unless the
 * receiver's address changes: 400 `log_drain_secret_missing`.
 */
export const updateLogDrain = endpoint({
  method: 'PUT',
  path: `${path}/{token}`,
  access: 'log_drains:write',
  params: byToken,
  body: z.intersection(Names.partial({ description: true, sources: true }), LogDrainConfig),
  response: LogDrain,
})

/** Pauses or resumes. A resumed drain continues with the events since it was paused. */
export const pauseLogDrain = endpoint({
  method: 'PATCH',
  path: `${path}/{token}`,
  access: 'log_drains:write',
  params: byToken,
  body: z.strictObject({ is_paused: z.boolean() }),
  response: LogDrain,
})

export const deleteLogDrain = endpoint({
  method: 'DELETE',
  path: `${path}/{token}`,
  access: 'log_drains:write',
  params: byToken,
  response: z.object({}),
})

/** Sends one event and waits for the receiver's response. */
export const testLogDrain = endpoint({
  method: 'POST',
  path: `${path}/{token}/test`,
  access: 'log_drains:write',
  params: byToken,
  response: z.object({
    is_accepted: z.boolean(),
    /** The status of HTTP; null if there was no response or the protocol has none. */
    status: z.int().nullable(),
    /** The first characters of the response, or why there was none. */
    response: z.string(),
    duration_ms: z.number(),
  }),
})
