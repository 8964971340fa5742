import type { Row } from '@stoa/contract/services/meta/rows'
import type { TextRow } from '../../../postgres/database.ts'
import { ident, joinSql, sql, type Sql } from '../../../postgres/sql.ts'
import type { ShapeColumn, TableShape } from './shape.ts'

/** Maximum characters of a cell in a list of rows. */
export const CELL_LIMIT = 10_240

/** Maximum characters of a cell in a single row; far more than a person reads. */
export const ROW_CELL_LIMIT = 50_000_000

/**
 * The row's version and all columns in order. Values of any length are truncated one character
 * after `limit`, so that truncation can be detected.
 */
export function selectList(table: TableShape, limit: number): Sql {
  const version = hasVersions(table) ? sql`xmin::text` : sql`null::text`
  return joinSql([version, ...table.columns.map((column) => cellSql(column, limit))])
}

/** Whether `xmin` names the version of each of the relation's rows. */
export const hasVersions = ({ kind }: TableShape): boolean =>
  kind === 'table' || kind === 'partitioned_table'

/** A column as the text that its type prints, truncated one character after `limit`. */
export function cellSql(column: ShapeColumn, limit: number): Sql {
  const name = ident(column.name)
  if (!column.is_long) return name
  // `format` uses the type's output function; a cast to text would drop the padding of char(n).
  return sql`
    case when ${name} is distinct from null
      then pg_catalog.left(pg_catalog.format('%s', ${name}), ${limit + 1}::int) end`
}

/** Splits what `selectList` selected into version and cells. */
export function toRow([version = null, ...cells]: TextRow): Row {
  return { version, cells }
}

/** A row with its cells truncated to `limit` characters, and the list of truncated cells. */
export function cutCells(row: Row, limit: number): { readonly row: Row; readonly cut: number[] } {
  const cut: number[] = []
  const cells = row.cells.map((cell, index) => {
    // A text has at least as many code units as characters.
    if (cell === null || cell.length <= limit) return cell
    const characters = Array.from(cell)
    if (characters.length <= limit) return cell
    cut.push(index)
    return characters.slice(0, limit).join('')
  })
  return { row: { version: row.version, cells }, cut }
}
