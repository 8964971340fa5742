import { emptySql, ident, joinSql, sql, type Sql } from '../../../postgres/sql.ts'
import type { RoleSchema } from '../catalogue/role-schema.ts'
import type { Table } from '../model/model.ts'
import { overwritable } from '../schema/mutation-types.ts'
import { listed } from '../request/listed.ts'
import { filterSql } from './filter-sql.ts'
import { aliasSource } from './source.ts'

type Input = Readonly<Record<string, unknown>>

/** The `on conflict` clause: do nothing, or overwrite some columns of the existing record. */
export function conflictSql(
  given: unknown,
  {
    table,
    target,
    role,
  }: { readonly table: Table; readonly target: string; readonly role: RoleSchema },
): Sql {
  if (typeof given !== 'object' || given === null) return emptySql
  const { constraint, updateFields, filter }: Input = { ...given }
  const key = table.conflicts.find(({ name }) => name === constraint)
  if (!key) return emptySql
  const fields = listed(updateFields)
  const columns = overwritable(table).filter(({ field }) => fields.includes(field))
  const on = sql` on conflict (${joinSql(key.columns.map((name) => ident(name)))}) do`
  if (columns.length === 0) return sql`${on} nothing`
  const values = columns.map(({ name }) => sql`${ident(name)} = ${ident('excluded', name)}`)
  const condition = filterSql(filter, { table, source: aliasSource(target), role })
  const where = condition ? sql` where ${condition}` : emptySql
  return sql`${on} update set ${joinSql(values)}${where}`
}
