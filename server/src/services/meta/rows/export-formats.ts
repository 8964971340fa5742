import type { Cell } from '@stoa/contract/services/meta/cell'
import type { ExportFormat } from '@stoa/contract/services/meta/row-export'
import { compile } from '../../../postgres/sql.ts'
import { insertSql, printAs } from './changes-sql.ts'
import type { ShapeColumn, TableShape } from './shape.ts'

type Cells = readonly Cell[]

/** The text of an export in parts: before, for each row, and after the rows. */
export type RowFormat = {
  readonly type: string
  readonly head: string
  readonly row: (cells: Cells, index: number) => string
  readonly tail: (count: number) => string
}

/** The formats that are text, row by row. */
export type TextFormat = Exclude<ExportFormat, 'xlsx' | 'parquet'>

export type Exported = { readonly table: TableShape; readonly columns: readonly ShapeColumn[] }

/** A column of any result. Only the names of built-in types matter. */
type FormattedColumn = Pick<ShapeColumn, 'name' | 'type_schema' | 'type_name'>

const nothing = () => ''

export function rowFormat(format: TextFormat, exported: Exported): RowFormat {
  return FORMATS[format](exported)
}

/** The text of the rows of a query, which belong to no table. */
export function resultFormat(
  format: keyof typeof RESULT_FORMATS,
  columns: readonly FormattedColumn[],
): RowFormat {
  return RESULT_FORMATS[format]({ columns })
}

type Formatted = { readonly columns: readonly FormattedColumn[] }

const RESULT_FORMATS = {
  csv: ({ columns }: Formatted): RowFormat => ({
    type: 'text/csv; charset=utf-8; header=present',
    head: `${columns.map(({ name }) => csvField(name)).join(',')}\r\n`,
    row: (cells) => `${cells.map(csvField).join(',')}\r\n`,
    tail: nothing,
  }),
  json: ({ columns }: Formatted): RowFormat => ({
    type: 'application/json; charset=utf-8',
    head: '[',
    row: (cells, index) => `${index === 0 ? '' : ','}\n  ${jsonObject(columns, cells)}`,
    tail: (count) => (count === 0 ? ']\n' : '\n]\n'),
  }),
  ndjson: ({ columns }: Formatted): RowFormat => ({
    type: 'application/x-ndjson; charset=utf-8',
    head: '',
    row: (cells) => `${jsonObject(columns, cells)}\n`,
    tail: nothing,
  }),
}

const FORMATS: Readonly<Record<TextFormat, (exported: Exported) => RowFormat>> = {
  ...RESULT_FORMATS,
  tsv: () => ({
    type: 'text/tab-separated-values; charset=utf-8',
    head: '',
    row: (cells, index) => `${index === 0 ? '' : '\n'}${cells.map(tsvField).join('\t')}`,
    tail: nothing,
  }),
  sql: sqlFormat,
  markdown: ({ columns }) => ({
    type: 'text/markdown; charset=utf-8',
    head: `${markdownLine(columns.map(({ name }) => markdownField(name)))}${markdownLine(
      columns.map((column) => (isNumber(column) ? '---:' : '---')),
    )}`,
    row: (cells) => markdownLine(cells.map(markdownField)),
    tail: nothing,
  }),
}

/** RFC 4180; NULL is an empty field and empty text is `""`, as COPY reads it. */
function csvField(cell: Cell): string {
  if (cell === null) return ''
  return cell === '' || /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

const tsvField = (cell: Cell): string =>
  cell !== null && /["\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : (cell ?? '')

const NUMBERS = new Set(['int2', 'int4', 'int8', 'float4', 'float8', 'numeric', 'oid'])

const isOf = (column: FormattedColumn, names: ReadonlySet<string>): boolean =>
  column.type_schema === 'pg_catalog' && names.has(column.type_name)

const isNumber = (column: FormattedColumn): boolean => isOf(column, NUMBERS)
const BOOLEAN = new Set(['bool'])
const JSON_TYPES = new Set(['json', 'jsonb'])

const jsonObject = (columns: readonly FormattedColumn[], cells: Cells): string =>
  `{${columns
    .map(
      (column, index) =>
        `${JSON.stringify(column.name)}:${jsonValue(column, cells[index] ?? null)}`,
    )
    .join(',')}}`

/** A value on one line. Numbers keep the digits that Postgres printed, so none is rounded. */
function jsonValue(column: FormattedColumn, cell: Cell): string {
  if (cell === null) return 'null'
  if (isOf(column, BOOLEAN)) return cell === 't' ? 'true' : 'false'
  // Infinity and NaN are numbers in Postgres, but JSON can only represent them as text.
  if (isNumber(column) && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(cell)) return cell
  // Line breaks in JSON are only between its parts: in texts they are escaped.
  if (isOf(column, JSON_TYPES)) return cell.replaceAll(/[\r\n]+/g, ' ')
  return JSON.stringify(cell)
}

/** Inserts that restore the rows; Postgres computes generated columns again. */
function sqlFormat({ table, columns }: Exported): RowFormat {
  const overridesIdentity = columns.some(({ identity }) => identity === 'always')
  return {
    type: 'application/sql; charset=utf-8',
    head: '',
    row(cells) {
      const assignments = columns.flatMap((column, index) =>
        column.is_generated ? [] : [[column, cells[index] ?? null] as const],
      )
      const statement = insertSql(table, assignments, { put: printAs, overridesIdentity })
      return `${compile(statement).text};\n`
    },
    tail: nothing,
  }
}

const markdownLine = (fields: readonly string[]): string => `| ${fields.join(' | ')} |\n`

const markdownField = (cell: Cell): string =>
  (cell ?? 'NULL')
    .replaceAll('\\', '\\\\')
    .replaceAll('|', String.raw`\|`)
    .replaceAll(/\r?\n/g, '<br>')
