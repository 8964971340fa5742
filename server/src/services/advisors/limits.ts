/** A longer key is replaced by its digest. */
export const MAX_KEY_LENGTH = 1000
/** Findings of one rule in a report. */
export const MAX_FINDINGS_PER_RULE = 200
/** Ignored rules and findings of one project. */
export const MAX_IGNORED = 1000
/** Words in the name of a correction's migration. */
export const MAX_NAME_WORDS = 8
/** Findings on the project's home. */
export const MAX_TOP_FINDINGS = 3
/** The time of one rule's query in the database. */
export const MAX_LINT_MS = 10_000
/** The time of all rules together; those that are left are reported as not checked. */
export const MAX_RUN_MS = 60_000
/** The time of a correction, such as an index on a large table. */
export const MAX_FIX_MS = 600_000
/** The time that a correction waits for a lock, because queries queue behind it. */
export const MAX_LOCK_WAIT_MS = 5000
