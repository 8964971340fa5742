import { ident, joinSql, sql, type Sql } from '../../../postgres/sql.ts'
import type { Routine } from '../model/model.ts'
import type { Arguments } from './compile-context.ts'
import { bindValue } from './values.ts'

/** A call of a function by the names of its arguments; those left out take their defaults. */
export function callSql(routine: Routine, given: Arguments): Sql {
  const args = routine.arguments.flatMap(({ name, field, type }) =>
    given[field] === undefined ? [] : [sql`${ident(name)} => ${bindValue(given[field], type)}`],
  )
  return sql`${ident(routine.schema, routine.name)}(${joinSql(args)})`
}
