/** The rows that break a constraint, of which an error names the first. */
export const MAX_BROKEN_ROWS = 5

/** A longer value of such a row is cut. */
export const MAX_BROKEN_VALUE_CHARACTERS = 100
