/** The objects of one database that are compared: a few hundred MB of memory at most. */
export const MAX_OBJECTS = 30_000

/** The text of all definitions of one database. */
export const MAX_DEFINITION_BYTES = 16_000_000

/** The memory of the thread that plans; 5,400 objects take 80 MB. */
export const ENGINE_HEAP_MB = 768

/** The time that reading both databases and planning can take. */
export const ENGINE_DEADLINE_MS = 60_000

export const READ_TIMEOUT_MS = 30_000

/** A trial waits this long for a table that others use. */
export const TRIAL_LOCK_TIMEOUT_MS = 2000

/** A statement of a trial; a longer one would hold its locks too long. */
export const TRIAL_STATEMENT_TIMEOUT_MS = 5000

/** The whole trial, which keeps the locks of all its statements until its end. */
export const TRIAL_DEADLINE_MS = 20_000

/** How many times the rest of a plan is planned again. */
export const MAX_PASSES = 3

/** A merge waits this long for a table that others use; requests to the table wait behind it. */
export const APPLY_LOCK_TIMEOUT_MS = 5000

export const APPLY_STATEMENT_TIMEOUT_MS = 120_000
