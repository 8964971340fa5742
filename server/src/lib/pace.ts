import { setTimeout } from 'node:timers/promises'

/** Runs work of one kind, one after the other. */
export type Pace = <T>(work: () => Promise<T>) => Promise<T>

/** The share of time for others: after work of a second, two seconds without it. */
const REST_FACTOR = 2
const LONGEST_REST_MS = 10_000
/** How much rest may be owed, so that a few short runs in a row begin at once. */
const CREDIT_MS = 1000

/**
 * Lets work that somebody can cause at will take up at most a third of the time: it begins only after a
 * rest that is proportional to how long it took before, except for a second of it. The first, and
 * one after a long time, begins at once.
 */
export function createPace({
  now = () => performance.now(),
  sleep = (ms: number): Promise<unknown> => setTimeout(ms, undefined, { ref: false }),
} = {}): Pace {
  let restedAt = -Infinity
  return async (work) => {
    const rest = restedAt - CREDIT_MS - now()
    if (rest > 0) await sleep(rest)
    const begun = now()
    const owed = Math.max(0, restedAt - begun)
    try {
      return await work()
    } finally {
      const end = now()
      const wanted = owed + (end - begun) * REST_FACTOR
      restedAt = end + Math.min(LONGEST_REST_MS + CREDIT_MS, wanted)
    }
  }
}
