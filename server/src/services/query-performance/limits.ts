import type { PlanId } from '@stoa/contract/platform/organizations'

/** Queries of one project that are kept. Postgres itself keeps 1,000. */
export const MAX_QUERIES = 500
/** Queries of one reading that are kept: those that took the most time since the reading before. */
export const MAX_USES = 100
/** Counters of one reading. */
export const MAX_COUNTERS = 5000
/** Characters of a statement. */
export const MAX_STATEMENT_LENGTH = 10_000
/** The time of a reading in the project's database. */
export const MAX_READING_MS = 10_000
/** The same while the project stops, because its members wait. */
export const MAX_LAST_READING_MS = 2000
/** Attempts to reset while other readings are saved. */
export const MAX_RESET_ATTEMPTS = 3
/** Points of a history. */
export const MAX_POINTS = 168

/** How often a running project's counters are read, and their age at which a page reads them. */
export const READING_INTERVAL_MS = 300_000
export const FRESH_MS = 10_000

/** Days that the statistics are kept. */
export const RETENTION_DAYS: Readonly<Record<PlanId, number>> = {
  free: 7,
  pro: 28,
  team: 90,
  enterprise: 180,
}
