/** Maximum size of an imported file. */
export const MAX_IMPORT_BYTES = 4 * 1024 * 1024 * 1024
/** Maximum size of a workbook, all of which is sent for its preview. */
export const MAX_WORKBOOK_BYTES = 128 * 1024 * 1024
/** How much of a text file is sent for its preview. */
export const PREVIEW_BYTES = 1024 * 1024
/** Maximum imports of a project that have not ended. */
export const MAX_UNFINISHED_IMPORTS = 5
/** How many imports are kept in the list. */
export const KEPT_IMPORTS = 50
/** An import that skips bad rows fails if it has more. */
export const MAX_REJECTED_ROWS = 10_000
