/** Limits for files from untrusted servers. */
export const MAX_FILE_BYTES = 512 * 1024 * 1024
/**
 * How much of a text file a preview reads. It reads a Parquet file completely, because its index is
 * at the end.
 */
export const SAMPLE_BYTES = 4 * 1024 * 1024
export const PREVIEW_MS = 30_000
export const DOWNLOAD_MS = 10 * 60_000
export const LOAD_MS = 15 * 60_000
/** Maximum concurrent loads of files, at most one per project. */
export const PARALLEL_RUNS = 2
export const MAX_WAITING_RUNS = 100
/** An interrupted run is retried, unless that has happened too often in a row. */
export const MAX_INTERRUPTIONS = 3
export const RETRY_MS = 30_000
/** Maximum length of a cell in a preview. */
export const MAX_PREVIEW_LENGTH = 200
export const PARALLEL_PREVIEWS = 2
export const MAX_WAITING_PREVIEWS = 4
