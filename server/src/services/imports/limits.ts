export const PREVIEW_MS = 30_000
/** How long an import can take once it runs. */
export const IMPORT_MS = 2 * 60 * 60_000
/** An import is canceled if its file has not been sent within this time. */
export const FILE_WAIT_MS = 10 * 60_000
/** Maximum concurrent imports, at most one per project. */
export const PARALLEL_IMPORTS = 2
export const PARALLEL_PREVIEWS = 2
export const MAX_WAITING_PREVIEWS = 4
/** Disk space that stays free for the databases. */
export const RESERVED_BYTES = 1024 * 1024 * 1024
export const MAX_SHOWN_LENGTH = 200
export const MAX_REASON_LENGTH = 500
/** The files of a project’s imports that have not ended, in total. */
export const MAX_STORED_BYTES = 8 * 1024 * 1024 * 1024
