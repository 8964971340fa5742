import type { Incident } from '@stoa/contract/platform/incidents'
import { z } from 'zod'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../lib/log.ts'
import { readLimitedBody } from '../../lib/read-limited-body.ts'

export type StatusFeed = {
  /** The incidents from the last reading; empty while the feed cannot be read. */
  current(): readonly Incident[]
  /** Reads the feed once, then every minute until `stop`. Resolves after the first reading; never rejects. */
  start(): Promise<void>
  stop(): void
}

const EVERY_MS = 60_000
const TIMEOUT_MS = 5000
const MAX_BYTES = 1024 * 1024
const SHOWN = 20
const OVER = new Set(['resolved', 'postmortem', 'completed'])

/**
 * The fields that Statuspage's `/api/v2/incidents/unresolved.json` and `/api/v2/summary.json`
 * share.
 */
const Feed = z.object({
  incidents: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      status: z.string(),
      shortlink: z
        .url({ protocol: /^https?$/ })
        .nullish()
        .catch(null),
      started_at: z.iso.datetime({ offset: true }).nullish().catch(null),
      created_at: z.iso.datetime({ offset: true }),
    }),
  ),
})

/** Incidents of an external status page, read in the background so that no request waits for it. */
export function createStatusFeed({ url, log }: { url: string | undefined; log: Log }): StatusFeed {
  let incidents: readonly Incident[] = []
  let stopping: AbortController | undefined

  async function read(address: string, signal: AbortSignal): Promise<void> {
    try {
      // oxlint-disable-next-line no-restricted-globals -- The operator's address can be a private one.
      const response = await fetch(address, {
        headers: { accept: 'application/json' },
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      })
      if (!response.ok) throw new Error(`The feed responded with status ${response.status}`)
      const text = await readLimitedBody(response, MAX_BYTES)
      incidents = Feed.parse(JSON.parse(text)).incidents.flatMap(toIncident).slice(0, SHOWN)
    } catch (error) {
      // An unreachable status page must not itself show up as an incident.
      incidents = []
      if (!signal.aborted) log.debug({ err: String(error) }, 'The status feed could not be read.')
    }
  }

  async function keepReading(address: string, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const waited = await sleep(EVERY_MS, true, { signal, ref: false }).catch(() => false)
      if (waited) await read(address, signal)
    }
  }

  return {
    current: () => incidents,
    async start() {
      if (url === undefined) return
      stopping?.abort()
      stopping = new AbortController()
      await read(url, stopping.signal)
      void keepReading(url, stopping.signal)
    },
    stop: () => stopping?.abort(),
  }
}

function toIncident(entry: z.infer<typeof Feed>['incidents'][number]): Incident[] {
  if (OVER.has(entry.status)) return []
  return [
    {
      id: entry.id,
      title: entry.name,
      status: entry.status,
      link: entry.shortlink ?? null,
      source: 'feed',
      started_at: new Date(entry.started_at ?? entry.created_at).toISOString(),
      resolved_at: null,
    },
  ]
}
