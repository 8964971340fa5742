import type { Counters } from '../../project/query-counters.ts'

/** The calls since the reading before, and their cost. */
export type Difference = Omit<Counters, 'since'>

/**
 * The calls between two readings of one query's counters; undefined if there were none. Postgres
 * loses its counters in a crash and drops those of rare queries. Counters that begin at another time
 * have therefore been counted from zero.
 */
export function differenceOf(before: Counters | undefined, now: Counters): Difference | undefined {
  if (!before || isRestarted(before, now)) return withoutSince(now)
  const calls = now.calls - before.calls
  // A copy of the database from an earlier time has fewer calls than were read before.
  if (calls <= 0) return undefined
  const grown = (name: 'totalMs' | 'rows' | 'blocksHit' | 'blocksRead') =>
    Math.max(0, now[name] - before[name])
  const totalMs = grown('totalMs')
  const meanMs = totalMs / calls
  return {
    calls,
    totalMs,
    rows: grown('rows'),
    blocksHit: grown('blocksHit'),
    blocksRead: grown('blocksRead'),
    // Postgres keeps the extremes of all calls. One that did not change belongs to an earlier call.
    minMs: now.minMs < before.minMs ? now.minMs : meanMs,
    maxMs: now.maxMs > before.maxMs ? now.maxMs : meanMs,
  }
}

/** Without a time of their own, counters that have become smaller have begun again. */
const isRestarted = (before: Counters, now: Counters): boolean =>
  before.since === null || now.since === null
    ? now.calls < before.calls
    : now.since !== before.since

const withoutSince = ({ since: _since, ...counters }: Counters): Difference => counters
