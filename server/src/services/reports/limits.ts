/** Members who look at the same page at the same time get the same result. */
export const MAX_CACHED_MS = 5000
/** Results that are kept for that time. */
export const MAX_CACHED_RESULTS = 100
