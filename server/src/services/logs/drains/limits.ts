/** Events of one request, and bytes of their lines in the log. One batch of each drain is in memory at a time. */
export const MAX_BATCH_EVENTS = 1000
export const MAX_BATCH_BYTES = 1024 * 1024
/** The same for one object in a bucket. */
export const MAX_OBJECT_EVENTS = 10_000
export const MAX_OBJECT_BYTES = 8 * 1024 * 1024
/** A longer line than the store writes is no event. */
export const MAX_LINE_BYTES = 4 * 1024 * 1024
/** How long a receiver can take to accept a request. */
export const MAX_SEND_MS = 20_000
export const MAX_TEST_MS = 10_000
export const MAX_RESPONSE_BYTES = 64 * 1024
/** How much of a response is kept and shown. */
export const MAX_SHOWN_LENGTH = 500
/** A drain whose receiver accepts nothing for this long is paused. */
export const MAX_FAILING_MS = 3 * 86_400_000
