export const PREVIEW_MS = 30_000
/** How long an import can take once it runs. */
export const IMPORT_MS = 2 * 60 * 60_000
/** An import whose file is not being sent is given up after this time. */
export const FILE_WAIT_MS = 10 * 60_000
/** Imports that run at the same time, each of another project. */
export const PARALLEL_IMPORTS = 2
export const PARALLEL_PREVIEWS = 2
export const MAX_WAITING_PREVIEWS = 4
/** Disk space that stays free for the databases. */
export const RESERVED_BYTES = 1024 * 1024 * 1024
export const MAX_SHOWN_LENGTH = 200
export const MAX_REASON_LENGTH = 500
