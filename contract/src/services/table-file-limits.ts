// Separate from the schemas, because each thread that parses a file loads everything it imports.

export const MAX_FILE_COLUMNS = 500
/** The rows of a file that a preview shows. */
export const PREVIEW_ROWS = 20
