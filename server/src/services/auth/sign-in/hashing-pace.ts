import os from 'node:os'
import { setTimeout } from 'node:timers/promises'

/** The event loop has other requests to answer if it is busy for more than this part of the time. */
const BUSY = 0.5
/** The part of the machine's processors that hashing gets then. */
const SHARE = 1 / 16
/** The shortest time over which the event loop is judged. */
const WINDOW_MS = 100

export type HashingPace = {
  /** Waits for the turn of the next hash, which is at once unless the server is busy. */
  turn(): Promise<void>
  /** Counts the processor time of a hash. */
  spent(cpuMs: number): void
}

/**
 * Hashes that sign-ins need one after the other take the processors that other requests need,
 * whatever the priority of their threads: Linux compares priorities only within a session or a
 * control group, and Postgres is in others. So while the event loop is busy, hashes wait until they
 * have used no more than their share of the processors.
 */
export function createHashingPace({
  now = () => performance.now(),
  sleep = (ms: number): Promise<unknown> => setTimeout(ms),
  utilization = createUtilization(),
  processors = os.availableParallelism(),
} = {}): HashingPace {
  let free = -Infinity
  return {
    async turn() {
      const wait = free - now()
      if (wait > 0 && utilization() > BUSY) await sleep(wait)
    },
    spent(cpuMs) {
      free = Math.max(free, now() - cpuMs) + cpuMs / (SHARE * processors)
    },
  }
}

/** The part of the time for which the event loop was busy lately. */
function createUtilization(): () => number {
  let before = performance.eventLoopUtilization()
  let since = performance.now()
  let utilization = 0
  return () => {
    const now = performance.now()
    if (now - since < WINDOW_MS) return utilization
    const current = performance.eventLoopUtilization()
    ;({ utilization } = performance.eventLoopUtilization(current, before))
    before = current
    since = now
    return utilization
  }
}
