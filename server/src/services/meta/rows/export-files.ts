import type { Cell } from '@stoa/contract/services/meta/cell'
import type { ExportFormat } from '@stoa/contract/services/meta/row-export'
import type { ParquetKind } from '../../../lib/table-files/parquet-writer.ts'
import { writeParquet } from '../../../lib/table-files/write-parquet.ts'
import { writeXlsx, type XlsxColumn } from '../../../lib/table-files/write-xlsx.ts'
import { rowFormat, type Exported, type RowFormat } from './export-formats.ts'
import type { ShapeColumn } from './shape.ts'

export type Rows = readonly (readonly Cell[])[]
type Batches = AsyncIterable<Rows>

/** A file of rows, which is written while its rows are read. */
export type RowsFile = {
  readonly type: string
  readonly write: (batches: Batches) => AsyncIterable<string | Uint8Array>
}

type FileOptions = Exported & {
  /** The columns with dates that Parquet has no value for, such as infinity. */
  readonly datesAsText: ReadonlySet<string>
}

export function rowsFile(
  format: ExportFormat,
  { table, columns, datesAsText }: FileOptions,
): RowsFile {
  if (format === 'xlsx')
    return {
      type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      write: (batches) =>
        writeXlsx(
          columns.map((column) => ({ name: column.name, kind: xlsxKind(column) })),
          batches,
        ),
    }
  if (format === 'parquet')
    return {
      type: 'application/vnd.apache.parquet',
      write: (batches) =>
        writeParquet(
          columns.map((column) => ({
            name: column.name,
            kind: datesAsText.has(column.name) ? 'text' : parquetKind(column),
          })),
          batches,
        ),
    }
  const rows = rowFormat(format, { table, columns })
  return { type: rows.type, write: (batches) => textOf(rows, batches) }
}

async function* textOf(format: RowFormat, batches: Batches): AsyncGenerator<string> {
  let count = 0
  if (format.head !== '') yield format.head
  for await (const rows of batches) {
    let text = ''
    for (const row of rows) {
      text += format.row(row, count)
      count += 1
    }
    yield text
  }
  const tail = format.tail(count)
  if (tail !== '') yield tail
}

const kindIn =
  <Kind>(kinds: ReadonlyMap<string, Kind>, other: Kind) =>
  ({ type_schema: schema, type_name: name }: ShapeColumn): Kind =>
    (schema === 'pg_catalog' ? kinds.get(name) : undefined) ?? other

const xlsxKind = kindIn<XlsxColumn['kind']>(
  new Map([
    ['int2', 'number'],
    ['int4', 'number'],
    ['int8', 'number'],
    ['float4', 'number'],
    ['float8', 'number'],
    ['numeric', 'number'],
    ['oid', 'number'],
    ['bool', 'boolean'],
    ['date', 'date'],
    ['timestamp', 'timestamp'],
  ]),
  'text',
)

const parquetKind = kindIn<ParquetKind>(
  new Map([
    ['bool', 'boolean'],
    ['int2', 'integer'],
    ['int4', 'integer'],
    ['int8', 'bigint'],
    ['oid', 'bigint'],
    ['float4', 'real'],
    ['float8', 'double'],
    ['date', 'date'],
    ['timestamp', 'timestamp'],
    ['timestamptz', 'timestamptz'],
    ['uuid', 'uuid'],
  ]),
  'text',
)

/** Whether a column has dates, whose types have values that Parquet lacks. */
export const hasDates = (column: ShapeColumn): boolean =>
  ['date', 'timestamp', 'timestamptz'].includes(parquetKind(column))
