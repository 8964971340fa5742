import type { LogSourceName } from '@stoa/contract/catalog/log-sources'

/** The files of one source, by their paths from the project's folder. */
export type SourceFiles = {
  readonly source: LogSourceName
  readonly parquet: readonly string[]
  readonly segments: readonly string[]
}

export type QueryValue = string | number | boolean | null

/** Microseconds since 1970; `to` is excluded. */
export type MicrosecondSpan = { readonly from: number; readonly to: number }

/** The server to a query process. */
export type QueryRequest = {
  readonly id: number
  readonly sources: readonly SourceFiles[]
  readonly span: MicrosecondSpan
  readonly text: string
  readonly values: readonly QueryValue[]
  /** Whether a member wrote the text, so that it is checked before it runs. */
  readonly isOfMember: boolean
  readonly maxRows: number
  readonly maxBytes: number
  /** Microseconds since 1970. */
  readonly now: number
  readonly memoryLimit: string
}

/** The server to a process that compacts. */
export type CompactRequest = {
  readonly id: number
  readonly source: LogSourceName
  /** Paths from the project's folder. */
  readonly segment: string
  /** An empty file. */
  readonly output: string
  readonly memoryLimit: string
}

export type QueryColumn = { readonly name: string; readonly type: string }

export type QueryResult = {
  readonly columns: readonly QueryColumn[]
  readonly rows: readonly (readonly unknown[])[]
  readonly isTruncated: boolean
  /** Files that cannot be read, by their paths from the project's folder. */
  readonly damaged: readonly string[]
}

/**
 * - `refused`: the text is not one `select` over the sources.
 * - `wrong`: the query engine rejects the text or fails to compute it.
 * - `memory`: the query needs more memory than it may use.
 * - `vanished`: a file was replaced after it was listed.
 */
export type QueryFailure = {
  readonly reason: 'refused' | 'wrong' | 'memory' | 'vanished'
  readonly message: string
  /** Characters of the text before the error. */
  readonly position?: number
}

/** A query process to the server. */
export type QueryReply =
  | { readonly state: 'ready' }
  | { readonly state: 'done'; readonly id: number; readonly result: QueryResult }
  | { readonly state: 'failed'; readonly id: number; readonly failure: QueryFailure }
