import { ident, sql, type Sql } from '../../../postgres/sql.ts'
import type { Routine, Table } from '../model/model.ts'
import { tableRows, type Rows } from './compile-context.ts'
import { wholeSource } from './source.ts'

const CALLED = 'called'
const ROW = 'row'

/**
 * The rows of a function. A volatile function is called once for any selection of its rows; others
 * are called where they are read, so that filters and limits can be pushed into them.
 */
export function routineRows(routine: Routine, call: Sql, table: Table): Rows {
  // A function that returns one row expresses `null` as a row of nulls.
  if (!routine.isVolatile)
    return tableRows(
      table,
      (alias) => sql`${call} as ${ident(alias)}`,
      (source) => [sql`not (${source.row()} is null)`],
    )
  return {
    table,
    prelude: sql`with ${ident(CALLED)} as materialized (
      select ${ident(ROW)} from ${call} as ${ident(ROW)}
    ) `,
    from: (alias) => sql`${ident(CALLED)} as ${ident(alias)}`,
    sourceOf: (alias) => wholeSource(alias, ROW),
    where: (source) => [sql`not (${source.row()} is null)`],
  }
}
