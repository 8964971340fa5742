import { PREVIEW_ROWS } from '@stoa/contract/services/wrappers/file-limits'
import { MAX_LOADED_BYTES, MAX_ROW_BYTES, MAX_ROWS, SAMPLE_ROWS } from '../limits.ts'
import { toCopyLine } from './copy-text.ts'
import { inferColumns } from './infer.ts'
import type { ParsingTask, Piece, Sample } from './parse-in-thread.ts'
import { FileProblem } from './problem.ts'
import type { Cell, FileReader } from './reader.ts'

const PIECE_LENGTH = 128 * 1024

/** Parses a file as far as its reader requests. Rejects with a `FileProblem`. */
export async function* parseFile({
  path,
  format,
  work,
}: ParsingTask): AsyncGenerator<Sample | Piece> {
  const reader = await readerOf(path, format)
  if (work.kind === 'sample') yield await sample(reader, work.isPartial)
  else yield* load(reader, work.columns)
}

/** A thread loads only the parser that it needs, which is most of what its start costs. */
async function readerOf(path: string, format: ParsingTask['format']): Promise<FileReader> {
  if (format.kind === 'csv') {
    const { createCsvReader } = await import('./csv.ts')
    return createCsvReader(path, format)
  }
  if (format.kind === 'parquet') {
    const { createParquetReader } = await import('./parquet.ts')
    return createParquetReader(path)
  }
  const { createJsonReader } = await import('./json.ts')
  return createJsonReader(path, format)
}

async function sample(reader: FileReader, isPartial: boolean): Promise<Sample> {
  const sources = await reader.columns()
  const rows: (readonly Cell[])[] = []
  let isComplete = false
  try {
    for await (const row of reader.rows(sources.map(({ name }) => name))) {
      rows.push(row)
      if (rows.length === SAMPLE_ROWS) {
        isComplete = true
        break
      }
    }
  } catch (error) {
    if (!isPartial || rows.length === 0) throw error
  }
  // The last row of a partial file can be cut off.
  if (isPartial && !isComplete) rows.pop()
  const columns = inferColumns(sources, rows)
  return { kind: 'sample', columns, rows: rows.slice(0, PREVIEW_ROWS) }
}

async function* load(reader: FileReader, columns: readonly string[]): AsyncGenerator<Piece> {
  let text = ''
  let rows = 0
  let bytes = 0
  const piece = () => ({ kind: 'piece' as const, bytes: new TextEncoder().encode(text), rows })
  for await (const row of reader.rows(columns)) {
    const line = toCopyLine(row)
    rows += 1
    bytes += line.length
    if (line.length > MAX_ROW_BYTES)
      throw new FileProblem('file_row_too_large', `Row ${rows} has more than 8 MB.`, { row: rows })
    if (rows > MAX_ROWS || bytes > MAX_LOADED_BYTES)
      throw new FileProblem('file_too_large', `The file has more than ${MAX_ROWS} rows or 4 GB.`)
    text += line
    if (text.length < PIECE_LENGTH) continue
    yield piece()
    text = ''
  }
  if (text !== '') yield piece()
}
