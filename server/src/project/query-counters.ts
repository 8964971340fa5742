/** The counters that Postgres keeps of one query of one role, as they grow from `since` on. */
export type Counters = {
  readonly calls: number
  readonly totalMs: number
  readonly rows: number
  readonly blocksHit: number
  readonly blocksRead: number
  readonly minMs: number
  readonly maxMs: number
  /** When Postgres began to count, in seconds; null if the version of its extension does not say. */
  readonly since: number | null
}

export const counterKey = (role: string, queryId: string): string => JSON.stringify([role, queryId])
