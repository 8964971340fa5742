import type { FileColumnType } from '@stoa/contract/services/wrappers/files'

/** A value in Postgres's input format. */
export type Cell = string | null

export type SourceColumn = {
  readonly name: string
  /** The type according to the file; `string` can still be a date or a UUID. */
  readonly type?: FileColumnType | 'string'
}

/** Reads one file from its beginning, in constant memory. Rejects with a `FileProblem`. */
export type FileReader = {
  columns(): Promise<readonly SourceColumn[]>
  /** The cells of the requested columns, in order. */
  rows(wanted: readonly string[]): AsyncGenerator<readonly Cell[]>
}
