import os from 'node:os'
import { setTimeout } from 'node:timers/promises'

/** The server counts as busy if the event loop is active for more than this part of the time. */
const BUSY = 0.5
/** The part of the machine's processors that hashing gets while the server is busy. */
const SHARE = 1 / 16
/** The shortest time over which the activity of the event loop is measured. */
const WINDOW_MS = 100

export type HashingPace = {
  /** Waits until the next hash can start, which is at once unless the server is busy. */
  turn(): Promise<void>
  /** Counts the processor time of a hash. */
  spent(cpuMs: number): void
}

/**
 * Continuous hashing takes processors away from other requests, whatever the priority of its
 * threads: Linux compares priorities only within a session or a control group, and Postgres is in
 * others. So while the event loop is busy, each hash waits until hashing has used no more than its
 * share of the processors.
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

/** The share of recent time during which the event loop was busy. */
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
