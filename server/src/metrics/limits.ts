export const MINUTE_MS = 60_000
/** Whole minutes that are kept in memory, besides the current one. */
export const MINUTES = 60
/** Projects whose last hour is kept; the ones that were quiet for longest are forgotten. */
export const MAX_PROJECTS = 5000
/** A sample that is older says nothing about now. */
export const MAX_LATEST_MS = 3 * MINUTE_MS
/** How long the queries of a sample may take. */
export const MAX_QUERY_MS = 2000
/** Samples that are taken at once. */
export const MAX_SAMPLING = 4
/** Processes of one project that are measured; Postgres has at most 60 sessions. */
export const MAX_PROCESSES = 512
/** Between measurements that are closer, a rate would be mostly noise. */
export const MIN_RATE_MS = 5000
