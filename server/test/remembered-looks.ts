import type { Look, Looks } from '../src/fleet/looks/port.ts'
import { lookExists, lookNotFound, lookNotOpen } from '../src/fleet/looks/refusals.ts'
import type { Within } from '../src/postgres/within.ts'

/** Looks without databases, which are open at once. */
export function rememberedLooks(transaction: (within: Within) => Promise<void>): Looks {
  const looks = new Map<string, Look>()
  return {
    async begin(ref, { moment, within }) {
      if (looks.has(ref)) throw lookExists()
      if (within) await transaction(within)
      const look: Look = {
        moment,
        phase: 'open',
        startedAt: moment,
        openedAt: moment,
        endsAt: moment,
        end: null,
      }
      looks.set(ref, look)
      return look
    },
    get: (ref) => looks.get(ref),
    async end(ref, within) {
      if (!looks.has(ref)) throw lookNotFound()
      if (within) await transaction(within)
      looks.delete(ref)
    },
    acquire() {
      throw lookNotOpen()
    },
    bytes: async () => 0,
  }
}
