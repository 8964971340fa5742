import { setTimeout } from 'node:timers/promises'

/** Runs pieces of work one after the other. */
export type Throttle = <T>(work: () => Promise<T>) => Promise<T>

/**
 * The share of time left for other work: a second of work is followed by a pause of two seconds.
 */
const PAUSE_FACTOR = 2
const MAX_PAUSE_MS = 10_000
/** Allowed debt, so that a few short runs in a row start without a pause. */
const CREDIT_MS = 1000

/**
 * Limits work that callers can trigger at will to a third of the time. Each run starts after a
 * pause proportional to the duration of earlier runs, minus an allowed debt of a second. The first
 * run, and a run after a long quiet time, start at once.
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
