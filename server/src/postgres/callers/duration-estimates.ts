/**
 * Estimates how long each prepared statement takes in Postgres, from its recently reported
 * durations.
 */
export type DurationEstimates = {
  /** In milliseconds; undefined for a statement that has not run yet. */
  estimate(name: string): number | undefined
  record(name: string, ms: number): void
}

/** A duration of this length replaces the estimate at once, however quick the statement was before. */
export const LONG_MS = 25

const MAX_STATEMENTS = 2000
/** How far a single duration moves the estimate. */
const FALL = 0.9
const RISE = 1.1

/**
 * Follows the median of the recorded durations. When it is full, it forgets the oldest statement.
 */
export function createDurationEstimates(): DurationEstimates {
  const estimates = new Map<string, number>()
  return {
    estimate: (name) => estimates.get(name),
    record(name, ms) {
      const known = estimates.get(name)
      if (known === undefined && estimates.size >= MAX_STATEMENTS) {
        const [oldest] = estimates.keys()
        if (oldest !== undefined) estimates.delete(oldest)
      }
      estimates.set(name, known === undefined ? ms : next(known, ms))
    },
  }
}

function next(known: number, seen: number): number {
  if (seen >= LONG_MS) return Math.max(known, seen)
  return seen < known ? Math.max(seen, known * FALL) : Math.min(seen, known * RISE)
}
