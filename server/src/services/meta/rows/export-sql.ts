import { joinSql, ident, sql, type Sql } from '../../../postgres/sql.ts'
import { whereSql } from './filters.ts'
import { orderSql, type OrderKey } from './order.ts'
import { tableSql, type ShapeColumn, type TableShape } from './shape.ts'

type Selection = {
  readonly columns: readonly ShapeColumn[]
  readonly conditions: readonly Sql[]
  readonly keys: readonly OrderKey[]
}

/** The rows of an export, with every cell in full. */
export const exportedRowsSql = (table: TableShape, selection: Selection): Sql => sql`
  select ${joinSql(selection.columns.map(({ name }) => ident(name)))}
  from ${tableSql(table)}
  ${whereSql(selection.conditions)}
  ${orderSql(table, selection.keys)}`

export const noRowsSql = (rows: Sql): Sql => sql`${rows} limit 0`

export const beginSql = sql`begin isolation level repeatable read read only`
export const cursorSql = (rows: Sql): Sql => sql`declare exported no scroll cursor for ${rows}`

/** Statements that fetch the next rows. FETCH takes no parameter. */
export const FETCHES = [
  { rows: 1, statement: sql`fetch 1 from exported` },
  { rows: 16, statement: sql`fetch 16 from exported` },
  { rows: 128, statement: sql`fetch 128 from exported` },
  { rows: 1024, statement: sql`fetch 1024 from exported` },
] as const
