/** Values of each facet. */
export const MAX_FACET_VALUES = 50
/** Events of one request. */
export const MAX_TRACE_EVENTS = 500
/** How long before and after an event its request is looked for. */
export const MAX_REQUEST_MS = 3_600_000
/** The longest span of one query: no plan keeps logs for longer. */
export const MAX_SPAN_MS = 100 * 86_400_000
/** The longest span of a query through the Management API. */
export const MAX_ANALYTICS_SPAN_MS = 86_400_000
/** The most that a project's logs take on disk, whatever its plan keeps. */
export const MAX_LOG_BYTES = 10 * 2 ** 30
/** With less space on the disk, logs are deleted before their time. */
export const LOW_DISK_BYTES = 2 ** 30
