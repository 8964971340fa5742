import type { FileColumnType } from '@stoa/contract/services/wrappers/files'

/** A value as Postgres reads it. */
export type Cell = string | null

export type SourceColumn = {
  readonly name: string
  /** What the file says about its type; `string` can still be a date or a UUID. */
  readonly type?: FileColumnType | 'string'
}

/** Reads one file from its beginning, in constant memory. Rejects with a `FileProblem`. */
export type FileReader = {
  columns(): Promise<readonly SourceColumn[]>
  /** The cells of the wanted columns, in their order. */
  rows(wanted: readonly string[]): AsyncGenerator<readonly Cell[]>
}
