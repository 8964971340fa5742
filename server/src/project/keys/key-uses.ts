import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import type { Session } from '../../postgres/database.ts'
import { noteApiKeyUse } from './queries.ts'

/** A key used all day is written down so often, in milliseconds. */
const INTERVAL_MS = 60_000

/**
 * Notes that API keys are used: at once for the first use a minute, and not at all for the others.
 * Costs a request nothing; that a note is lost costs nobody anything.
 */
export function createKeyUses(deps: { session: () => Session; clock: Clock; log: Log }) {
  const noted = new Map<string, number>()

  return function noteUse(id: string): void {
    const at = deps.clock.now()
    const last = noted.get(id)
    if (last !== undefined && at.getTime() - last < INTERVAL_MS) return
    noted.set(id, at.getTime())
    noteApiKeyUse(deps.session(), id, at).catch((error: unknown) =>
      deps.log.warn({ error, id }, 'The use of an API key could not be noted.'),
    )
  }
}
