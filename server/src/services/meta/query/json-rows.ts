import type { Cell } from '@stoa/contract/services/meta/cell'
import type { QueryResult } from '@stoa/contract/services/meta/query'
import pg from 'pg'

/** A result's rows as JSON objects. Of columns with the same name, the last one counts. */
export const toJsonRows = ({ columns, rows }: QueryResult): Record<string, unknown>[] =>
  rows.map((row) =>
    Object.fromEntries(
      columns.map(({ name, type }, index) => [name, toJson(row[index] ?? null, type)]),
    ),
  )

const TEXT_ARRAY = 1009
/** Splits the text of an array of any type; arrays inside of it are arrays of texts again. */
const parsers: { getTypeParser(oid: number, format: 'text'): (text: string) => Nested[] } = pg.types
const parseTextArray = parsers.getTypeParser(TEXT_ARRAY, 'text')
type Nested = Cell | Nested[]

const elements = (values: readonly Nested[], type: string): unknown[] =>
  values.map((value) => (Array.isArray(value) ? elements(value, type) : toJson(value, type)))

function toJson(cell: Cell, type: string): unknown {
  if (cell === null) return null
  if (type.endsWith('[]')) {
    return elements(parseTextArray(cell), type.slice(0, -2))
  }
  switch (type) {
    case 'boolean':
      return cell === 't'
    case 'smallint':
    case 'integer':
    case 'oid':
    case 'real':
    case 'double precision':
      return finite(cell)
    case 'bigint':
      return Number.isSafeInteger(Number(cell)) ? Number(cell) : cell
    case 'json':
    case 'jsonb':
      return JSON.parse(cell) as unknown
    default:
      return cell
  }
}

/** JSON has no `NaN` or `Infinity`. */
const finite = (cell: string) => (Number.isFinite(Number(cell)) ? Number(cell) : cell)
