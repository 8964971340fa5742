import type { Log } from '../../lib/log.ts'
import type { ErrorInput } from './queries.ts'

export type ErrorCollector = {
  /** Sends a report and forgets it: nobody waits, and nobody is told when it does not arrive. */
  send(report: ErrorInput & { readonly at: string }): void
  /** Gives up what is on its way. */
  stop(): void
}

const TIMEOUT_MS = 5000
/** A collector that hangs must not gather requests here. */
const MOST_ON_THEIR_WAY = 8

/** Posts error reports as JSON to an address outside; does nothing without one. */
export function createErrorCollector({
  url,
  log,
}: {
  url: string | undefined
  log: Log
}): ErrorCollector {
  const stopping = new AbortController()
  let onTheirWay = 0

  async function post(address: string, body: string): Promise<void> {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`The collector responded with status ${response.status}`)
  }

  return {
    send(report) {
      if (url === undefined || stopping.signal.aborted || onTheirWay >= MOST_ON_THEIR_WAY) return
      onTheirWay += 1
      post(url, JSON.stringify(report))
        .catch((error: unknown) => log.debug({ err: String(error) }, 'An error report was lost.'))
        .finally(() => (onTheirWay -= 1))
    },
    stop: () => stopping.abort(),
  }
}
