import type { TableDetail } from '@stoa/contract/services/meta/catalogue'
import type { Cell } from '@stoa/contract/services/meta/cell'
import type { Row } from '@stoa/contract/services/meta/rows'

/** The values of a row's primary key, by column. */
export type RowKey = Readonly<Record<string, Cell>>

/** The primary key of a row, or undefined if the table has none. */
export function rowKeyOf(table: TableDetail, row: Row): RowKey | undefined {
  if (table.primary_key.length === 0) return undefined
  return Object.fromEntries(
    table.primary_key.map((name) => [name, row.cells[positionOf(table, name)] ?? null]),
  )
}

/** Index of a column's value in the cells of a row. */
export const positionOf = (table: Pick<TableDetail, 'columns'>, column: string): number =>
  table.columns.findIndex(({ name }) => name === column)
