import type { Log } from '../../lib/log.ts'
import type { ErrorInput } from './queries.ts'

export type ErrorCollector = {
  /** Sends a report in the background. A failure is only logged. */
  send(report: ErrorInput & { readonly at: string }): void
  /** Cancels pending requests. */
  stop(): void
}

const TIMEOUT_MS = 5000
/** Further reports are dropped, so that a collector that hangs does not fill the memory. */
const MAX_PENDING = 8

/** Posts error reports as JSON to the operator's collector; does nothing without one. */
export function createErrorCollector({
  url,
  log,
}: {
  url: string | undefined
  log: Log
}): ErrorCollector {
  const stopping = new AbortController()
  let pending = 0

  async function post(address: string, body: string): Promise<void> {
    // oxlint-disable-next-line no-restricted-globals -- The operator's address can be a private one.
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
      if (url === undefined || stopping.signal.aborted || pending >= MAX_PENDING) return
      pending += 1
      post(url, JSON.stringify(report))
        .catch((error: unknown) => log.debug({ err: String(error) }, 'An error report was lost.'))
        .finally(() => (pending -= 1))
    },
    stop: () => stopping.abort(),
  }
}
