import { setTimeout } from 'node:timers/promises'

/** Runs pieces of work one after the other. */
export type Throttle = <T>(work: () => Promise<T>) => Promise<T>

/** The share of time for other work: a second of work is followed by a pause of two seconds. */
const PAUSE_FACTOR = 2
const MAX_PAUSE_MS = 10_000

/**
 * Limits work that callers can cause at will to a third of the time: each run starts after a pause that
 * is proportional to the duration of the last one. The first run starts at once, and so does one
 * after a long time.
 */
export function createThrottle({
  now = () => performance.now(),
  sleep = (ms: number): Promise<unknown> => setTimeout(ms, undefined, { ref: false }),
} = {}): Throttle {
  let pauseUntil = -Infinity
  return async (work) => {
    const rest = pauseUntil - now()
    if (rest > 0) await sleep(rest)
    const begun = now()
    try {
      return await work()
    } finally {
      const end = now()
      pauseUntil = end + Math.min(MAX_PAUSE_MS, (end - begun) * PAUSE_FACTOR)
    }
  }
}
