import type { Span } from '../port.ts'

const MINUTE_MS = 60_000
/** More minutes with losses are added to the oldest one that is kept. */
const MAX_MINUTES = 2000

/** Counts the events of one project that were lost, by minute. */
export function createDrops() {
  const minutes = new Map<number, number>()
  let total = 0
  return {
    add(now: number, count: number): void {
      total += count
      const minute = now - (now % MINUTE_MS)
      minutes.set(minute, (minutes.get(minute) ?? 0) + count)
      if (minutes.size > MAX_MINUTES) mergeOldest(minutes)
    },
    total: () => total,
    within({ from, to }: Span): number {
      let count = 0
      for (const [minute, lost] of minutes)
        if (minute + MINUTE_MS > from && minute < to) count += lost
      return count
    },
  }
}

export type Drops = ReturnType<typeof createDrops>

function mergeOldest(minutes: Map<number, number>): void {
  const [first, second] = minutes.keys()
  if (first === undefined || second === undefined) return
  minutes.set(second, (minutes.get(second) ?? 0) + (minutes.get(first) ?? 0))
  minutes.delete(first)
}
