/** Deleted rows are returned so that they can be restored, unless they are larger in total. */
export const MAX_RESTORABLE_BYTES = 8 * 1024 * 1024

/** Exports of one project at a time; each has a connection. */
export const MAX_EXPORTS = 4

/** Text that one fetch of an export should return; a single row can be longer. */
export const MAX_FETCHED_BYTES = 512 * 1024

/**
 * An export whose client reads nothing ends after this time, because it holds a snapshot. Longer
 * than a statement can take, during which there is nothing to read.
 */
export const MAX_STALLED_MS = 150_000
