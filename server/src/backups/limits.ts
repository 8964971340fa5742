/** Limits of what a project's cluster can make the server read, keep and wait for. */

/** Staged WAL past which a store that fails costs a gap instead of the disk. */
export const MAX_STAGED_BYTES = 1024 * 1024 * 1024
/** Entries of a staging folder that one pass looks at. */
export const MAX_STAGED_FILES = 4096
/** A timeline's history has a line for each restore before it. */
export const MAX_HISTORY_BYTES = 1024 * 1024
/** How often a staging folder is looked at without an event of the file system. */
export const POLL_MS = 30_000
export const RETRY_MIN_MS = 1000
export const RETRY_MAX_MS = 60_000
/** How long a stop ships; the rest is shipped after the next start. */
export const STOP_MS = 10_000

/** Files are stored in parts of this size, so that a large file is never in memory. */
export const FILE_PART_BYTES = 4 * 1024 * 1024
/** Projects whose files are copied at a time. */
export const FILES_AT_ONCE = 4
/** Files are looked at this often while their project runs, and less often if that takes long. */
export const FILES_EVERY_MS = 60_000
export const FILES_PAUSE_FACTOR = 20

/** The list of a base backup's files, about 150 bytes for each. */
export const MAX_MANIFEST_BYTES = 256 * 1024 * 1024
/** A base backup can be larger than its files by tar headers and by what is written while it runs. */
export const maxTarBytes = (folderBytes: number) => folderBytes * 2 + 4 * 1024 * 1024 * 1024
export const BACKUP_DEADLINE_MS = 6 * 3600_000
/** Kilobytes per second of scheduled base backups, which leave the disk to those who wait for it. */
export const SCHEDULED_RATE = 32 * 1024
/** How long a complete base backup waits for its last segment to reach the store. */
export const SHIP_DEADLINE_MS = 120_000
