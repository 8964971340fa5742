import { ident, sql, type Sql } from '../../postgres/sql.ts'

/** The SQL call of the project's pre-request function, named `name` or `schema.name`. */
export function preRequestSql(name: string): Sql {
  const dot = name.indexOf('.')
  const routine = dot < 0 ? ident(name) : ident(name.slice(0, dot), name.slice(dot + 1))
  return sql`select ${routine}()`
}
