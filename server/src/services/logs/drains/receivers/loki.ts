import { plainEvent } from '../event.ts'
import { MAX_BATCH_BYTES, MAX_BATCH_EVENTS } from '../limits.ts'
import { post, withPath } from './post.ts'
import type { ConfigOf } from './config.ts'
import type { Receiver, ReceiverDeps } from './receiver.ts'

/**
 * Grafana Loki's push API. Labels have few values: each combination is a stream of its own, so the
 * fields of an event are in its line.
 */
export const lokiReceiver = (
  deps: ReceiverDeps,
  { url, username, password, headers }: ConfigOf<'loki'>,
): Receiver => ({
  maxEvents: MAX_BATCH_EVENTS,
  maxBytes: MAX_BATCH_BYTES,
  waitMs: 1000,
  send(events, attempt) {
    const streams = [...Map.groupBy(events, streamOf)].map(([, own]) => {
      const [{ source, severity }] = own as [(typeof own)[number]]
      return {
        stream: { project: deps.ref, source, level: severity, service_name: source },
        values: own
          .toSorted((a, b) => a.timestamp - b.timestamp)
          .map((event) => [`${event.timestamp}000`, JSON.stringify(plainEvent(deps.ref, event))]),
      }
    })
    const credentials = Buffer.from(`${username}:${password}`).toString('base64')
    return post(
      deps,
      {
        url: withPath(url, '/loki/api/v1/push'),
        contentType: 'application/json',
        body: JSON.stringify({ streams }),
        headers: {
          ...(username !== '' && { authorization: `Basic ${credentials}` }),
          ...headers,
        },
        isCompressed: true,
      },
      attempt,
    )
  },
})

const streamOf = ({ source, severity }: { source: string; severity: string }) =>
  `${source} ${severity}`
