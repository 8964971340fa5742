import type { ForeignKey, TableDetail } from '@stoa/contract/services/meta/catalogue'
import type { ConstraintDefinition } from '@stoa/contract/services/meta/constraints'
import { ident, literal, quoteIdent, sql, type Sql } from '../../../postgres/sql.ts'
import { nameList } from './column-sql.ts'
import { addConstraintSql } from './constraint-sql.ts'
import { checkName } from './names.ts'

/**
 * The statements that copy a table: columns, defaults, checks, indexes and comments; then its
 * foreign keys and row level security, which `like` leaves out.
 */
export function duplicateSql(table: TableDetail, name: string, withRows: boolean): Sql[] {
  const copy = { schema: table.schema, name: checkName(name) }
  const [source, target] = [ident(table.schema, table.name), ident(copy.schema, copy.name)]
  const columns = table.columns.filter(({ is_generated: isGenerated }) => !isGenerated)
  const names = nameList(columns.map((column) => column.name))
  const rows =
    withRows && columns.length > 0
      ? [
          sql`insert into ${target} (${names}) overriding system value select ${names} from ${source}`,
          ...columns
            .filter(({ identity }) => identity !== null)
            .map((column) => nextSql(copy, column.name)),
        ]
      : []
  return [
    sql`create table ${target} (like ${source} including all)`,
    ...rows,
    ...table.foreign_keys.map((key) => addConstraintSql(copy, referenceOf(key))),
    ...(table.rls_enabled ? [sql`alter table ${target} enable row level security`] : []),
  ]
}

/** Continues an identity after the copied values. */
const nextSql = (copy: { schema: string; name: string }, column: string): Sql =>
  sql`select setval(pg_get_serial_sequence(${literal(quoteIdent(copy.schema, copy.name))}, ${literal(column)}), coalesce(max(${ident(column)}), 0) + 1, false) from ${ident(copy.schema, copy.name)}`

const referenceOf = (key: ForeignKey): ConstraintDefinition => ({
  kind: 'foreign_key',
  name: null,
  columns: key.columns,
  target_schema: key.target_schema,
  target_table: key.target_table,
  target_columns: key.target_columns,
  on_update: key.on_update,
  on_delete: key.on_delete,
  match: 'simple',
  deferral: 'not_deferrable',
  is_validated: true,
})
