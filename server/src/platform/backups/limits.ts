/** Each of them occupies as much of the store as the whole database. */
export const MAX_NAMED_BACKUPS = 20

/** How often a backup is tried before it has failed. */
export const MAX_ATTEMPTS = 3

/** The time between two attempts, in milliseconds. */
export const RETRY_MS = 60_000
