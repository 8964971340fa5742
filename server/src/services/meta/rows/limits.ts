import { MAX_ROW_CHANGES } from '@stoa/contract/services/meta/row-changes'

/** Deleted rows are returned so that they can be restored, unless they are larger in total. */
export const MAX_RESTORABLE_BYTES = 8 * 1024 * 1024

/** Rows of a bulk change that can be undone, which is as many as one request can change. */
export const MAX_UNDO_ROWS = MAX_ROW_CHANGES

/** Exports of one project at a time; each has a connection. */
export const MAX_EXPORTS = 4

/** Text that one fetch of an export should return; a single row can be longer. */
export const MAX_FETCHED_BYTES = 512 * 1024

/**
 * An export whose client reads nothing ends after this time, because it holds a snapshot. Longer
 * than a statement can take, during which there is nothing to read.
 */
export const MAX_STALLED_MS = 150_000

/** Foreign keys that refer to a table and are listed for one of its rows. */
export const MAX_REFERENCES = 50

/** The time for counting the rows that refer to one row. A single count gets half of what is left. */
export const REFERENCES_BUDGET_MS = 3000
