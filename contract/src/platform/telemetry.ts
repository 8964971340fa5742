import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

const Property = z.union([z.string().max(2000), z.number(), z.boolean(), z.null()])

/**
 * Sends a usage event. It is stored for 90 days where telemetry is on and the person consents. Returns
 * 429 `rate_limited` beyond a hundred per minute from one address.
 */
export const sendTelemetryEvent = endpoint({
  method: 'POST',
  path: '/platform/telemetry/event',
  access: 'public',
  body: z.object({
    event_name: z.string().min(1).max(100),
    properties: z
      .record(z.string().regex(/^[\w.:-]{1,100}$/, 'is no name of a property'), Property)
      .refine((properties) => Object.keys(properties).length <= 50, 'has more than 50 entries')
      .default({}),
    page_path: z.string().max(2000),
    /** The person's decision; without consent, the event is discarded. */
    has_consent: z.boolean(),
  }),
  maxBodyBytes: 32_768,
  response: z.object({ is_stored: z.boolean() }),
  status: 202,
})

/**
 * Reports an error that a person ran into. A repeated error is counted and not stored again.
 * Returns 429 `rate_limited` beyond thirty per minute from one address.
 */
export const reportError = endpoint({
  method: 'POST',
  path: '/platform/telemetry/errors',
  access: 'public',
  body: z.object({
    message: z.string().min(1).max(4000),
    stack: z.string().max(20_000).nullable().default(null),
    page: z.string().max(2000).nullable().default(null),
    request_id: z.string().max(100).nullable().default(null),
  }),
  maxBodyBytes: 131_072,
  response: z.object({}),
  status: 202,
})

export const TelemetryEvent = z.object({
  at: z.string(),
  event_name: z.string(),
  properties: z.record(z.string(), Property),
  page_path: z.string(),
})

/** The latest thousand events. */
export const listTelemetryEvents = endpoint({
  method: 'GET',
  path: '/platform/installation/telemetry-events',
  access: 'operator',
  response: z.array(TelemetryEvent),
})

export const ErrorReport = z.object({
  message: z.string(),
  stack: z.string().nullable(),
  page: z.string().nullable(),
  /** The request id of the latest report, as in the server log. */
  request_id: z.string().nullable(),
  count: z.int(),
  first_seen_at: z.string(),
  last_seen_at: z.string(),
})

/** The reported errors, the latest first. */
export const listErrorReports = endpoint({
  method: 'GET',
  path: '/platform/installation/error-reports',
  access: 'operator',
  response: z.array(ErrorReport),
})
