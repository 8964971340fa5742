/** Maximum open transactions of a project; each has a connection of its own. */
export const MAX_OPEN_TRANSACTIONS = 5

/** Maximum reports about transactions that the server rolled back, of all projects together. */
export const MAX_ENDED_TRANSACTIONS = 1000

/** A transaction in which nothing runs for this time is rolled back, because it keeps its locks. */
export const IDLE_MS = 5 * 60_000

/** Interval at which open transactions are checked. */
export const CHECK_MS = 2000

/** Maximum time that a COMMIT can take; deferred constraints and triggers run in it. */
export const COMMIT_TIMEOUT_MS = 60_000

/** Maximum time that a statement of a transaction can take; a run can allow less. */
export const STATEMENT_TIMEOUT_MS = 600_000
