/** How long statements take in Postgres, by what it said lately. */
export type Paces = {
  /** In milliseconds; undefined where it is not known. */
  of(name: string): number | undefined
  note(name: string, ms: number): void
}

/** What takes this long is slow, however quick it was before. */
const SLOW_MS = 25

const KEPT = 2000
/** How far a single answer moves a pace. */
const FALL = 0.9
const RISE = 1.1

/**
 * Follows the median of what is noted; what is slow counts at once. Knows a bounded number of
 * statements, and forgets the one known longest.
 */
export function createPaces(): Paces {
  const paces = new Map<string, number>()
  return {
    of: (name) => paces.get(name),
    note(name, ms) {
      const known = paces.get(name)
      if (known === undefined && paces.size >= KEPT) {
        const [oldest] = paces.keys()
        if (oldest !== undefined) paces.delete(oldest)
      }
      paces.set(name, known === undefined ? ms : next(known, ms))
    },
  }
}

function next(known: number, seen: number): number {
  if (seen >= SLOW_MS) return Math.max(known, seen)
  return seen < known ? Math.max(seen, known * FALL) : Math.min(seen, known * RISE)
}
