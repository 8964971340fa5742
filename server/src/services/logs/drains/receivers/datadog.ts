import type { DATADOG_REGIONS } from '@stoa/contract/services/logs/drains'
import { MAX_BATCH_BYTES, MAX_BATCH_EVENTS } from '../limits.ts'
import { post } from './post.ts'
import type { ConfigOf } from './config.ts'
import type { Receiver, ReceiverDeps } from './receiver.ts'

const SITES: Readonly<Record<(typeof DATADOG_REGIONS)[number], string>> = {
  US1: 'datadoghq.com',
  US3: 'us3.datadoghq.com',
  US5: 'us5.datadoghq.com',
  EU: 'datadoghq.eu',
  AP1: 'ap1.datadoghq.com',
  AP2: 'ap2.datadoghq.com',
  'US1-FED': 'ddog-gov.com',
}

/** Datadog's log intake, which takes at most 1000 events and 5 MB in one request. */
export const datadogReceiver = (
  deps: ReceiverDeps,
  { region, api_key: apiKey }: ConfigOf<'datadog'>,
): Receiver => ({
  maxEvents: MAX_BATCH_EVENTS,
  maxBytes: MAX_BATCH_BYTES,
  waitMs: 1000,
  send: (events, attempt) =>
    post(
      deps,
      {
        url: `https://http-intake.logs.${SITES[region]}/api/v2/logs`,
        contentType: 'application/json',
        headers: { 'dd-api-key': apiKey },
        body: JSON.stringify(
          events.map((event) => ({
            message: event.message,
            ddsource: 'stoa',
            service: event.source,
            hostname: deps.ref,
            ddtags: `project:${deps.ref},source:${event.source}`,
            status: event.severity,
            timestamp: Math.floor(event.timestamp / 1000),
            id: event.id,
            metadata: event.metadata,
          })),
        ),
        isCompressed: true,
      },
      attempt,
    ),
})
