/** After this time without a query, a query process ends. */
export const IDLE_MS = 15_000
/** A query that takes longer is ended by force. */
export const MAX_QUERY_MS = 20_000
/** A process that is not ready by then cannot start. */
export const MAX_START_MS = 20_000
/** Resident memory beyond which a query process is ended by force. */
export const MAX_PROCESS_BYTES = 768 * 2 ** 20
/** Memory that the query engine gives to one query. A soft limit: text functions exceed it. */
export const MEMORY_LIMIT = '320MB'
/** A process that keeps more memory after its query is not used again. */
export const MAX_KEPT_BYTES = 400 * 2 ** 20
/** How many projects' queries run at once. */
export const MAX_RUNNING = 2
/** How many query processes there are, including idle ones. */
export const MAX_PROCESSES = 4
/** How many queries of one project can wait. */
export const MAX_WAITING = 40
/** JSON of a result; further rows are left out. */
export const MAX_RESULT_BYTES = 8 * 2 ** 20
