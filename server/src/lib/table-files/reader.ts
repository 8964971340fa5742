import type { FileColumnType } from '@stoa/contract/services/table-files'

/** A value in Postgres's input format. */
export type Cell = string | null

export type SourceColumn = {
  readonly name: string
  /** The type according to the file; `string` can still be a date or a UUID. */
  readonly type?: FileColumnType | 'string'
}

export type FileRow = {
  /** The line of the file, or the row if the format has no lines, counted from 1. */
  readonly line: number
  readonly cells: readonly Cell[]
  /** Why the row cannot be loaded. The rows after it can. */
  readonly problem?: string
}

/** Reads one file from its beginning, in constant memory. Rejects with a `FileProblem`. */
export type FileReader = {
  columns(): Promise<readonly SourceColumn[]>
  /** The cells of the requested columns, in order. */
  rows(wanted: readonly string[]): AsyncGenerator<readonly FileRow[]>
  /** How much of the file has been read, from 0 to 1. */
  progress(): number
}
