/** The SQL of one page of migration files. A larger file is a page of its own. */
export const MAX_PAGE_BYTES = 8_000_000

/** The SQL of a squashed migration. */
export const MAX_SQUASHED_BYTES = 10_000_000

/** The longest a revert or a file can run. */
export const MAX_RUN_MS = 600_000

/** The statements of an editor's text of which the undo is computed. */
export const MAX_UNDONE_STATEMENTS = 20
