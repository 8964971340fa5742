import { createHash } from 'node:crypto'
import type { LogLevel } from '@stoa/contract/catalog/log-sources'
import { flatMetadata, type DrainEvent } from '../event.ts'
import { MAX_BATCH_BYTES } from '../limits.ts'
import { post } from './post.ts'
import type { ConfigOf } from './config.ts'
import type { Receiver, ReceiverDeps } from './receiver.ts'

/** Sentry's names of levels, and the first number of their ranges. */
const LEVELS: Readonly<Record<LogLevel, readonly [string, number]>> = {
  debug: ['debug', 5],
  info: ['info', 9],
  warning: ['warn', 13],
  error: ['error', 17],
}

/** Sentry's logs, as one envelope with one item of many logs. */
export function sentryReceiver(deps: ReceiverDeps, { dsn }: ConfigOf<'sentry'>): Receiver {
  const { origin, username, pathname } = new URL(dsn)
  const parts = pathname.split('/')
  const project = parts.pop() ?? ''
  const url = `${origin}${parts.join('/')}/api/${project}/envelope/`
  return {
    // The SDKs send at most this many logs together.
    maxEvents: 100,
    maxBytes: MAX_BATCH_BYTES,
    waitMs: 1000,
    send: (events, attempt) =>
      post(
        deps,
        {
          url,
          contentType: 'application/x-sentry-envelope',
          headers: {
            'x-sentry-auth': `Sentry sentry_version=7, sentry_client=stoa/1.0, sentry_key=${username}`,
          },
          body: envelopeOf(deps.ref, events),
          isCompressed: true,
        },
        attempt,
      ),
  }
}

function envelopeOf(ref: string, events: readonly DrainEvent[]): string {
  const item = {
    type: 'log',
    item_count: events.length,
    content_type: 'application/vnd.sentry.items.log+json',
  }
  return [{}, item, { items: events.map((event) => logOf(ref, event)) }]
    .map((part) => `${JSON.stringify(part)}\n`)
    .join('')
}

function logOf(ref: string, event: DrainEvent) {
  const [level, number] = LEVELS[event.severity]
  const attributes = [
    ['stoa.event.id', event.id] as const,
    ['stoa.project', ref] as const,
    ['stoa.source', event.source] as const,
    ...flatMetadata(event.metadata),
  ]
  return {
    timestamp: event.timestamp / 1e6,
    trace_id: traceOf(event.requestId ?? event.id),
    level,
    severity_number: number,
    body: event.message,
    attributes: Object.fromEntries(
      attributes.map(([name, value]) => [name, { value, type: typeOf(value) }]),
    ),
  }
}

/** Events of one request have the same trace. */
function traceOf(id: string): string {
  const digits = id.replaceAll('-', '')
  return /^[0-9a-f]{32}$/.test(digits)
    ? digits
    : createHash('sha256').update(id).digest('hex').slice(0, 32)
}

function typeOf(value: string | number | boolean): string {
  if (typeof value !== 'number') return typeof value
  return Number.isSafeInteger(value) ? 'integer' : 'double'
}
