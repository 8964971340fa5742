/** A batch of this size is written at once; a smaller one waits for `MAX_WAIT_MS`. */
export const MAX_BATCH_BYTES = 256 * 1024
export const MAX_WAIT_MS = 1000

/** How much can wait to be written for one project. */
export const MAX_PROJECT_BYTES = 2 * 1024 * 1024
/** How much can wait for all projects; a project below its own share can exceed this. */
export const MAX_TOTAL_BYTES = 48 * 1024 * 1024
export const PROJECT_SHARE_BYTES = 64 * 1024

/** How many files the waiting events of one source can be for: one for each hour of events. */
export const MAX_WAITING_HOURS = 256

/** How many projects' events are written at the same time. */
export const MAX_WRITERS = 2

/** A longer text is cut, and says so. */
export const MAX_TEXT_LENGTH = 64 * 1024
/** The most text in all columns of one event. */
export const MAX_EVENT_LENGTH = 256 * 1024

/** A larger segment is closed, so that compacting one needs a bounded amount of memory. */
export const MAX_SEGMENT_BYTES = 64 * 1024 * 1024

/** A segment stays open this long after its hour for events that arrive late. */
export const LATE_MS = 60_000

/** Times further away are taken for mistakes, and replaced by the time of writing. */
export const MAX_PAST_MS = 100 * 86_400_000
export const MAX_FUTURE_MS = 3_600_000
