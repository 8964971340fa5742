/** The rows of the first batch; later ones grow and shrink with the time that the last one took. */
export const FIRST_BATCH_ROWS = 1000
export const MAX_BATCH_ROWS = 20_000

/** A batch that took less gets a larger one after it, and one that took more a smaller one. */
export const QUICK_BATCH_MS = 200
export const SLOW_BATCH_MS = 1000

/** Other sessions wait at most this long for the rows of a batch. */
export const BATCH_TIMEOUT_MS = 10_000

/** A batch waits at most this long for a lock, because other sessions queue behind it. */
export const LOCK_TIMEOUT_MS = 2000

/** The attempts of a step that runs into a lock or a timeout, and the pause between them. */
export const MAX_STEP_ATTEMPTS = 30
export const RETRY_MS = 1000

/** Checking all rows under a weak lock. */
export const VALIDATION_TIMEOUT_MS = 3_600_000

/** Counting the rows for the progress. */
export const COUNT_TIMEOUT_MS = 3000

export const MAX_LISTED = 20
export const MAX_RESUMED = 1000
export const MAX_JOB_ATTEMPTS = 10
export const MAX_MESSAGE_CHARACTERS = 500
