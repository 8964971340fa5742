import { ident, joinSql, sql, type Sql } from '../../../postgres/sql.ts'
import type { Routine } from '../model/model.ts'
import type { Arguments } from './compile-context.ts'
import { bindValue } from './values.ts'

/** A function call with named arguments. Omitted arguments take their defaults. */
export function callSql(routine: Routine, given: Arguments): Sql {
  const args = routine.arguments.flatMap(({ name, field, type }) =>
    given[field] === undefined ? [] : [sql`${ident(name)} => ${bindValue(given[field], type)}`],
  )
  return sql`${ident(routine.schema, routine.name)}(${joinSql(args)})`
}
