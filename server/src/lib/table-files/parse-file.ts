import { PREVIEW_ROWS } from '@stoa/contract/services/table-file-limits'
import type { FileFormat } from '@stoa/contract/services/table-files'
import { readingOf } from './column-reading.ts'
import { conversionTo, withDecimalPoint, type CellConversion } from './convert-cells.ts'
import { toCopyLine } from './copy-text.ts'
import { dateOrderOf, inferColumns } from './infer.ts'
import { MAX_LOADED_BYTES, MAX_ROW_BYTES, MAX_ROWS, SAMPLE_ROWS } from './limits.ts'
import type {
  LoadWork,
  ParsingTask,
  Piece,
  RejectedRow,
  Sample,
  SampleWork,
} from './parse-in-thread.ts'
import { FileProblem } from './problem.ts'
import type { Cell, FileReader, FileRow } from './reader.ts'

const PIECE_LENGTH = 256 * 1024
/** Characters of a row that are reported. */
const REPORTED_LENGTH = 500

/** Parses a file as far as its reader requests. Rejects with a `FileProblem`. */
export async function* parseFile({
  path,
  format,
  work,
}: ParsingTask): AsyncGenerator<Sample | Piece> {
  if (work.kind === 'sample') {
    yield await sample(path, format, work)
    return
  }
  if (format === undefined) throw new TypeError('A file is loaded in a known format')
  yield* load(await readerOf(path, format), format, work)
}

/** A thread loads only the parser that it needs, which is most of what its start costs. */
async function readerOf(path: string, format: FileFormat): Promise<FileReader> {
  switch (format.kind) {
    case 'csv': {
      const { createCsvReader } = await import('./csv.ts')
      return createCsvReader(path, format)
    }
    case 'parquet': {
      const { createParquetReader } = await import('./parquet.ts')
      return createParquetReader(path)
    }
    case 'xlsx': {
      const { createXlsxReader } = await import('./xlsx.ts')
      return createXlsxReader(path, format)
    }
    default: {
      const { createJsonReader } = await import('./json.ts')
      return createJsonReader(path, format)
    }
  }
}

async function sample(
  path: string,
  given: FileFormat | undefined,
  { isPartial, name = '' }: SampleWork,
): Promise<Sample> {
  const { detectFormat } = await import('./detect-format.ts')
  const format = given ?? (await detectFormat(path, name))
  const sheets =
    format.kind === 'xlsx' ? await (await import('./xlsx.ts')).listSheets(path) : undefined
  const reader = await readerOf(path, format)
  const sources = await reader.columns()
  const { rows, isWhole } = await readSample(
    reader,
    sources.map((source) => source.name),
    isPartial,
  )
  const cells = rows.flatMap((row) => (row.problem === undefined ? [row.cells] : []))
  return {
    kind: 'sample',
    format:
      format.kind === 'xlsx' ? { ...format, sheet: format.sheet || (sheets?.[0] ?? '') } : format,
    ...(sheets && { sheets }),
    columns: inferColumns(sources, hasDecimalCommas(format) ? cells.map(withPoints) : cells, {
      isPartial: !isWhole,
    }),
    keys: keysOf(sources, cells),
    dateOrder: dateOrderOf(cells),
    problem: problemOf(rows),
    rows: cells.slice(0, PREVIEW_ROWS),
  }
}

const hasDecimalCommas = (format: FileFormat): boolean =>
  format.kind === 'csv' && format.decimal === ','

const withPoints = (row: readonly Cell[]): readonly Cell[] => row.map(withDecimalPoint)

/** The first problem of a row, as a warning. */
function problemOf(rows: readonly FileRow[]): string | null {
  const bad = rows.find(({ problem }) => problem !== undefined)
  return bad ? `Line ${bad.line}: ${bad.problem}.` : null
}

async function readSample(reader: FileReader, names: readonly string[], isPartial: boolean) {
  const rows: FileRow[] = []
  let isWhole = !isPartial
  let isCut = isPartial
  try {
    for await (const piece of reader.rows(names)) {
      rows.push(...piece)
      if (rows.length < SAMPLE_ROWS) continue
      isWhole = false
      isCut = false
      break
    }
  } catch (error) {
    if (!isPartial || rows.length === 0) throw error
  }
  // The last row of a partial file can be cut off.
  if (isCut) rows.pop()
  return { rows: rows.slice(0, SAMPLE_ROWS), isWhole }
}

/** The columns in which no value occurs twice or is missing, which can be a primary key. */
function keysOf(
  sources: readonly { readonly name: string }[],
  rows: readonly (readonly Cell[])[],
): string[] {
  return sources.flatMap(({ name }, index) => {
    const values = new Set(rows.map((row) => row[index] ?? null))
    return rows.length > 0 && values.size === rows.length && !values.has(null) ? [name] : []
  })
}

async function* load(
  reader: FileReader,
  format: FileFormat,
  work: LoadWork,
): AsyncGenerator<Piece> {
  const decimal = hasDecimalCommas(format) ? ',' : '.'
  const conversions = work.columns.map(({ type, reading }) =>
    reading ? readingOf(type, { decimal, reading }) : conversionTo(type, { decimal }),
  )
  const names = work.columns.map(({ source }) => source)
  let batch = createBatch()
  let rows = 0
  let bytes = 0
  for await (const piece of reader.rows(names)) {
    for (const row of piece) {
      rows += 1
      if (row.problem !== undefined) {
        if (!work.skipsBadRows) throw badRow(row.line, row.problem)
        batch.rejected.push(rejected(row, row.problem))
        continue
      }
      const line = toCopyLine(row.cells.map((cell, at) => convert(cell, conversions[at])))
      bytes += line.length
      if (line.length > MAX_ROW_BYTES) throw rowTooLarge(row.line)
      if (rows > MAX_ROWS || bytes > MAX_LOADED_BYTES) throw fileTooLarge()
      batch.text += line
      batch.lines.push(row.line)
      if (batch.text.length < PIECE_LENGTH) continue
      yield pieceOf(batch, rows, reader.progress())
      batch = createBatch()
    }
  }
  yield pieceOf(batch, rows, 1)
}

const convert = (cell: Cell, conversion: CellConversion | undefined) =>
  conversion ? conversion(cell) : cell

const createBatch = () => ({ text: '', lines: [] as number[], rejected: [] as RejectedRow[] })

const pieceOf = (
  { text, lines, rejected }: ReturnType<typeof createBatch>,
  rows: number,
  progress: number,
): Piece => ({
  kind: 'piece',
  bytes: new TextEncoder().encode(text),
  lines: Uint32Array.from(lines),
  rejected,
  rows,
  progress,
})

const rejected = ({ line, cells }: FileRow, reason: string): RejectedRow => ({
  line,
  column: null,
  value: cells
    .map((cell) => cell ?? '')
    .join(' ')
    .slice(0, REPORTED_LENGTH),
  reason,
})

const badRow = (line: number, problem: string) =>
  new FileProblem(
    'file_invalid',
    `Line ${line}: ${problem.charAt(0).toLowerCase()}${problem.slice(1)}.`,
    {
      line,
      hint: 'Check the delimiter and the quotes.',
    },
  )

const rowTooLarge = (line: number) =>
  new FileProblem('file_row_too_large', `Row ${line} has more than 8 MB.`, { row: line })

const fileTooLarge = () =>
  new FileProblem('file_too_large', `The file has more than ${MAX_ROWS} rows or 4 GB.`, {
    hint: 'Split the file.',
  })
