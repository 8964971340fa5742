import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import type { Session } from '../../postgres/database.ts'
import { noteApiKeyUse } from './queries.ts'

/** How often the use of a busy key is written, in milliseconds. */
const INTERVAL_MS = 60_000

/**
 * Records the use of API keys: the first use in each minute is written, the others are skipped.
 * Requests do not wait for the write, and a failed one is harmless.
 */
export function createKeyUses(deps: { session: () => Session; clock: Clock; log: Log }) {
  const noted = new Map<string, number>()

  return function noteUse(id: string): void {
    const at = deps.clock.now()
    const last = noted.get(id)
    if (last !== undefined && at.getTime() - last < INTERVAL_MS) return
    noted.set(id, at.getTime())
    noteApiKeyUse(deps.session(), id, at).catch((error: unknown) =>
      deps.log.warn({ error, id }, 'Could not record the last use of an API key.'),
    )
  }
}
