import type { LogLevel } from '@stoa/contract/catalog/log-sources'
import { flatMetadata, type DrainEvent } from '../event.ts'
import { MAX_BATCH_BYTES, MAX_BATCH_EVENTS } from '../limits.ts'
import { post, withPath } from './post.ts'
import type { ConfigOf } from './config.ts'
import type { Receiver, ReceiverDeps } from './receiver.ts'

/** The first number of each range of OpenTelemetry's severities. */
const SEVERITIES: Readonly<Record<LogLevel, number>> = { debug: 5, info: 9, warning: 13, error: 17 }

/** An OpenTelemetry collector: OTLP over HTTP with JSON. */
export const otlpReceiver = (
  deps: ReceiverDeps,
  { endpoint, gzip, headers }: ConfigOf<'otlp'>,
): Receiver => ({
  maxEvents: MAX_BATCH_EVENTS,
  maxBytes: MAX_BATCH_BYTES,
  waitMs: 1000,
  send: (events, attempt) =>
    post(
      deps,
      {
        url: withPath(endpoint, '/v1/logs'),
        contentType: 'application/json',
        headers,
        body: JSON.stringify({
          resourceLogs: [...Map.groupBy(events, ({ source }) => source)].map(([source, own]) => ({
            resource: {
              attributes: [
                attribute('service.name', source),
                attribute('stoa.project.ref', deps.ref),
              ],
            },
            scopeLogs: [{ scope: { name: 'stoa.logs' }, logRecords: own.map(recordOf) }],
          })),
        }),
        isCompressed: gzip,
      },
      attempt,
    ),
})

function recordOf({ id, timestamp, severity, message, metadata }: DrainEvent) {
  return {
    timeUnixNano: `${timestamp}000`,
    observedTimeUnixNano: `${timestamp}000`,
    severityNumber: SEVERITIES[severity],
    severityText: severity.toUpperCase(),
    body: { stringValue: message },
    attributes: [
      attribute('log.record.uid', id),
      ...flatMetadata(metadata).map(([name, value]) => attribute(name, value)),
    ],
  }
}

function attribute(key: string, value: string | number | boolean) {
  if (typeof value === 'string') return { key, value: { stringValue: value } }
  if (typeof value === 'boolean') return { key, value: { boolValue: value } }
  // Integers are 64 bits wide, which JSON carries as text.
  if (Number.isSafeInteger(value)) return { key, value: { intValue: String(value) } }
  return { key, value: { doubleValue: value } }
}
