import { setTimeout } from 'node:timers/promises'

/** Runs pieces of work one after the other. */
export type Throttle = <T>(work: () => Promise<T>) => Promise<T>

/** The share of time for other work: a second of work is followed by a pause of two seconds. */
const PAUSE_FACTOR = 2
const MAX_PAUSE_MS = 10_000
/** The pause that can be owed, so that a few short runs in a row start at once. */
const CREDIT_MS = 1000

/**
 * Limits work that callers can cause at will to a third of the time: each run starts after a pause that
 * is proportional to the duration of the runs before it, less a second that can be owed. The first
 * run starts at once, and so does one after a long time.
 */
export function createThrottle({
  now = () => performance.now(),
  sleep = (ms: number): Promise<unknown> => setTimeout(ms, undefined, { ref: false }),
} = {}): Throttle {
  let pauseUntil = -Infinity
  return async (work) => {
    const pause = pauseUntil - CREDIT_MS - now()
    if (pause > 0) await sleep(pause)
    const begun = now()
    const owed = Math.max(0, pauseUntil - begun)
    try {
      return await work()
    } finally {
      const end = now()
      const wanted = owed + (end - begun) * PAUSE_FACTOR
      pauseUntil = end + Math.min(MAX_PAUSE_MS + CREDIT_MS, wanted)
    }
  }
}
