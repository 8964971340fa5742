/** The longest statement of a file, which is sent to Postgres as a whole. COPY data is not part of it. */
export const MAX_STATEMENT_LENGTH = 32 * 1024 * 1024

/** Words of a statement that are remembered, to tell its kind. */
export const MAX_WORDS = 4000

/** How much is kept of a line that is a command of psql. */
export const MAX_LINE_LENGTH = 1000
