import { plainEvent } from '../event.ts'
import { MAX_BATCH_BYTES, MAX_BATCH_EVENTS } from '../limits.ts'
import { post } from './post.ts'
import type { ConfigOf } from './config.ts'
import type { Receiver, ReceiverDeps } from './receiver.ts'

/** Any HTTP server: an array of events, or one event per line. */
export const webhookReceiver = (
  deps: ReceiverDeps,
  { url, format, gzip, headers }: ConfigOf<'webhook'>,
): Receiver => ({
  maxEvents: MAX_BATCH_EVENTS,
  maxBytes: MAX_BATCH_BYTES,
  waitMs: 1000,
  send(events, attempt) {
    const plain = events.map((event) => plainEvent(deps.ref, event))
    const isArray = format === 'json'
    return post(
      deps,
      {
        url,
        headers,
        contentType: isArray ? 'application/json' : 'application/x-ndjson',
        body: isArray
          ? JSON.stringify(plain)
          : plain.map((event) => `${JSON.stringify(event)}\n`).join(''),
        isCompressed: gzip,
      },
      attempt,
    )
  },
})
