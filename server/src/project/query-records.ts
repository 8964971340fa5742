import type { Counters } from './query-counters.ts'

/** The counters of a project's queries when they were last read, by the key of `counterKey`. */
export type QueryBaseline = {
  /** Changes with every reading, so that none is counted twice. */
  readonly revision: number
  readonly readAt: Date
  readonly resetAt: Date | null
  readonly counters: ReadonlyMap<string, Counters>
}

/** The calls of one role's query between two readings, and their cost. */
export type QueryUse = {
  readonly role: string
  readonly queryId: string
  readonly isInternal: boolean
  readonly statement: string
  readonly isCut: boolean
  readonly calls: number
  readonly totalMs: number
  readonly rows: number
  readonly blocksHit: number
  readonly blocksRead: number
  readonly minMs: number
  readonly maxMs: number
}

export type QueryReading = {
  /** The revision that the uses were computed from; 0 for the first reading. */
  readonly revision: number
  readonly readAt: Date
  readonly counters: ReadonlyMap<string, Counters>
  readonly uses: readonly QueryUse[]
}

/** The limits of what is kept of a project. */
export type QueryRetention = { readonly since: Date; readonly maxQueries: number }

export type QueryRow = {
  readonly id: string
  readonly queryId: string
  readonly role: string
  readonly isInternal: boolean
  readonly statement: string
  readonly isCut: boolean
  readonly firstSeenAt: Date
  readonly minMs: number
  readonly maxMs: number
  readonly calls: number
  readonly totalMs: number
  readonly rows: number
  readonly blocksHit: number
  readonly blocksRead: number
}

export type QueryPointRow = {
  readonly at: Date
  readonly calls: number
  readonly totalMs: number
  readonly rows: number
}

/**
 * The platform's records of a project's queries. They outlive a restart of its Postgres, and its
 * owner cannot change them.
 */
export type QueryRecords = {
  readBaseline(ref: string): Promise<QueryBaseline | undefined>
  /**
   * Adds the uses to the hour of the reading and replaces the baseline, both or neither. False if
   * another reading was faster; then nothing is changed.
   */
  saveReading(ref: string, reading: QueryReading, retention: QueryRetention): Promise<boolean>
  /** Deletes the statistics. Later readings are compared with this one. False as above. */
  reset(ref: string, reading: Omit<QueryReading, 'uses'>): Promise<boolean>
  /** The queries since a time, those with the most time first. */
  listQueries(ref: string, since: Date, max: number): Promise<readonly QueryRow[]>
  /** The query by its id, and the same one of other roles. */
  readQuery(ref: string, id: string, since: Date): Promise<readonly QueryRow[]>
  readPoints(
    ref: string,
    id: string,
    options: { readonly since: Date; readonly stepHours: number },
  ): Promise<readonly QueryPointRow[]>
}
