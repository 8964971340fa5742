/** Snippets that one person can have in one project, deleted ones included. */
export const MAX_SNIPPETS = 5000
/** Characters of all texts that one person has in one project. */
export const MAX_SNIPPET_BYTES = 500_000_000
/** Texts below this size are not worth adding up the others. */
export const SMALL_TEXT_BYTES = 100_000

/** Folders of one tree. */
export const MAX_FOLDERS = 500

export const MAX_VERSIONS = 100
export const MAX_VERSION_BYTES = 20_000_000
/** Saves of one person within this time are one version. */
export const VERSION_MS = 5 * 60_000

/** Deleted snippets can be restored for this time. */
export const DELETED_KEPT_MS = 30 * 24 * 3_600_000

export const MAX_MATCHES = 200
export const MAX_SEARCH_MS = 2000

export const MAX_RUNS = 1000
export const RUNS_KEPT_MS = 90 * 24 * 3_600_000
export const MAX_RUN_CHARACTERS = 50_000

/** A report with all the blocks that it can have is shorter. */
export const MAX_REPORT_CHARACTERS = 200_000
