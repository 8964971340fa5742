/** Names in one request. */
export const MAX_NAMES = 1000
/** The longest time that a signed URL works. */
export const MAX_SIGNED_SECONDS = 10 * 365 * 24 * 3600
