import type { ResultFormat } from '@stoa/contract/services/meta/query-stream'
import { Readable } from 'node:stream'
import { writeParquet } from '../../../lib/table-files/write-parquet.ts'
import { MAX_XLSX_CELL_LENGTH, writeXlsx } from '../../../lib/table-files/write-xlsx.ts'
import type { RunResult } from './answer.ts'
import { noResult } from './errors.ts'
import type { Cells } from './execution.ts'
import type { LineFormat } from './line-stream.ts'
import { parquetKindOf, xlsxKindOf } from './result-kinds.ts'

export type BinaryFormat = Extract<ResultFormat, 'xlsx' | 'parquet'>

type Column = { readonly name: string; readonly typeOid: number }

/** The columns on the first line, then the cells of one row per line. */
export function cellLines(statement: number): LineFormat<RunResult> {
  let hasBegun = false
  return {
    begin(result, columns) {
      if (result !== statement) return ''
      hasBegun = true
      const described = columns.map(({ name, typeOid }): Column => ({ name, typeOid }))
      return `${JSON.stringify(described)}\n`
    },
    rows: (result, rows) =>
      result === statement ? rows.map((cells) => `${JSON.stringify(cells)}\n`).join('') : '',
    done() {
      if (!hasBegun) throw noResult(statement)
      return ''
    },
    failed: () => undefined,
  }
}

/** A file of the rows that `cellLines` has written. It breaks off after an error. */
export function binaryFile(format: BinaryFormat, lines: Readable): Readable {
  const file = Readable.from(write(format, lines), { objectMode: false })
  file.once('close', () => lines.destroy())
  return file
}

async function* write(format: BinaryFormat, lines: Readable): AsyncGenerator<Uint8Array> {
  const batches = linesOf(lines)
  const { value: first = [] } = await batches.next()
  const [head = '[]', ...rest] = first
  const columns: Column[] = JSON.parse(head)
  const rows = rowsOf(rest, batches)
  if (format === 'parquet') {
    const kinds = columns.map(({ name, typeOid }) => ({ name, kind: parquetKindOf(typeOid) }))
    yield* writeParquet(kinds, rows)
    return
  }
  const kinds = columns.map(({ name, typeOid }) => ({ name, kind: xlsxKindOf(typeOid) }))
  yield* writeXlsx(kinds, withShortTexts(rows))
}

async function* rowsOf(
  first: readonly string[],
  batches: AsyncIterable<readonly string[]>,
): AsyncGenerator<Cells[]> {
  if (first.length > 0) yield first.map(parseCells)
  for await (const lines of batches) yield lines.map(parseCells)
}

const parseCells = (line: string): Cells => JSON.parse(line)

async function* withShortTexts(batches: AsyncIterable<Cells[]>): AsyncGenerator<Cells[]> {
  for await (const rows of batches) {
    const isLong = rows.some((cells) =>
      cells.some((cell) => cell !== null && cell.length > MAX_XLSX_CELL_LENGTH),
    )
    if (isLong) throw new Error('A text is longer than a cell of a sheet can be.')
    yield rows
  }
}

/** The whole lines of each chunk; the first batch has at least one. */
async function* linesOf(content: Readable): AsyncGenerator<string[]> {
  let begun = ''
  for await (const chunk of content.setEncoding('utf8')) {
    const lines = (begun + String(chunk)).split('\n')
    begun = lines.pop() ?? ''
    if (lines.length > 0) yield lines
  }
}
