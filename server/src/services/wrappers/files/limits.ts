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
