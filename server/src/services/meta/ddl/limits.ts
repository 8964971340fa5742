/** The rows that break a constraint, of which an error names the first. */
export const MAX_BROKEN_ROWS = 5

/** Longer values of such a row are truncated. */
export const MAX_BROKEN_VALUE_CHARACTERS = 100
