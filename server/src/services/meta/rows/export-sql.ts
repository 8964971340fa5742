import { z } from 'zod'
import type { Session } from '../../../postgres/database.ts'
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

/** How many rows there are, at most a number, and how long their longest text is. */
export const readExtent = (
  tx: Session,
  { rows, texts, mostRows }: { rows: Sql; texts: readonly string[]; mostRows: number },
) =>
  tx.one(
    sql`
      select
        count(*)::int as rows,
        ${
          texts.length === 0
            ? sql`0`
            : sql`coalesce(max(greatest(${joinSql(
                texts.map((name) => sql`pg_catalog.length(${ident(name)}::text)`),
              )})), 0)`
        } as longest
      from (${rows} limit ${mostRows}::int) rows`,
    z.object({ rows: z.number(), longest: z.number() }),
  )

/** For each column, whether a value is infinite or outside the years 1 to 9999. */
export async function readUnusualDates(
  tx: Session,
  { rows, dates }: { rows: Sql; dates: readonly string[] },
): Promise<readonly boolean[]> {
  const parts = dates.map((name) => {
    const column = ident(name)
    return sql`coalesce(bool_or(
      not isfinite(${column}) or ${column} < '0001-01-02' or ${column} > '9999-12-30'
    ), false)`
  })
  const { unusual } = await tx.one(
    sql`select array[${joinSql(parts)}] as unusual from (${rows}) rows`,
    z.object({ unusual: z.array(z.boolean()) }),
  )
  return unusual
}

export const beginSql = sql`begin isolation level repeatable read read only`
export const cursorSql = (rows: Sql): Sql => sql`declare exported no scroll cursor for ${rows}`

/** Statements that fetch the next rows. FETCH takes no parameter. */
export const FETCHES = [
  { rows: 1, statement: sql`fetch 1 from exported` },
  { rows: 16, statement: sql`fetch 16 from exported` },
  { rows: 128, statement: sql`fetch 128 from exported` },
  { rows: 1024, statement: sql`fetch 1024 from exported` },
] as const
