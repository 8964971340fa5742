/** Reading a longer text for credentials takes too long. */
export const MAX_MASKED_CHARACTERS = 1_000_000
/** Text of rows that waits for its reader; above it, Postgres waits as well. */
export const MAX_WAITING_BYTES = 512 * 1024

/** After this time, a run ends whose client reads nothing, because it keeps its locks. */
export const MAX_STALLED_MS = 150_000

/** Exports of results of one project at a time; each is one of its runs. */
export const MAX_RESULT_EXPORTS = 4
