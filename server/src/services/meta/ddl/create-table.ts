import type { TableDetail } from '@stoa/contract/services/meta/catalogue'
import type { createTable as endpoint } from '@stoa/contract/services/meta/ddl'
import { z } from 'zod'
import type { Session } from '../../../postgres/database.ts'
import { emptySql, ident, joinSql, sql, type Sql } from '../../../postgres/sql.ts'
import type { DefinitionChange } from '../history/change-definition.ts'
import { readTableDetail } from '../catalogue/table-detail.ts'
import { refuseProtectedSchema } from '../protected-schemas.ts'
import { settingsSql } from './column-change-sql.ts'
import { columnSql, commentSql, nameList } from './column-sql.ts'
import { constraintSql } from './constraint-sql.ts'
import { checkName } from './names.ts'
import { partitionBySql } from './partition-by-sql.ts'
import { dropTable, UNDONE_BY_OTHERS } from './undo-sql.ts'

type Definition = z.infer<NonNullable<typeof endpoint.body>>

/**
 * Creates a table with its columns, keys, comments and row level security, or nothing at all. 409
 * `duplicate_table`, 404 `schema_not_found`, 403 `schema_protected`, and 400s that name the cause.
 */
export const createTable = (table: Definition): DefinitionChange<TableDetail> => ({
  async define(tx) {
    refuseProtectedSchema(table.schema)
    const name = ident(checkName(table.schema), checkName(table.name))
    const parts = await definitions(tx, table)
    const body = parts.length === 0 ? emptySql : sql`\n  ${joinSql(parts, ',\n  ')}\n`
    const key = table.partition_by
    const partitions = key ? sql` ${partitionBySql(key)}` : emptySql
    await tx.define(sql`create table ${name} (${body})${partitions}`, { undo: dropTable(table) })
    const rest = { undo: UNDONE_BY_OTHERS }
    if (table.rls_enabled) await tx.define(sql`alter table ${name} enable row level security`, rest)
    if (table.comment !== null)
      await tx.define(sql`comment on table ${name} is ${commentSql(table.comment)}`, rest)
    for (const column of table.columns) {
      const alter = sql`alter table ${name} alter column ${ident(column.name)}`
      for (const statement of settingsSql(alter, { statistics: column.statistics ?? undefined }))
        await tx.define(statement, rest)
    }
    for (const column of table.columns)
      if (column.comment !== null)
        await tx.define(
          sql`comment on column ${name}.${ident(column.name)} is ${commentSql(column.comment)}`,
          rest,
        )
  },
  read: async (tx) => readTableDetail(tx, await findTableId(tx, table)),
})

async function definitions(tx: Session, table: Definition): Promise<Sql[]> {
  const parts: Sql[] = []
  for (const column of table.columns) parts.push(await columnSql(tx, column))
  const key = table.columns.filter((column) => column.is_primary_key).map(({ name }) => name)
  if (key.length > 0) parts.push(sql`primary key (${nameList(key)})`)
  const keys = table.foreign_keys.map((foreign) =>
    constraintSql({ kind: 'foreign_key', is_validated: true, ...foreign }),
  )
  return [...parts, ...keys]
}

/** The oid of a table that exists. */
export async function findTableId(
  tx: Session,
  { schema, name }: Pick<Definition, 'schema' | 'name'>,
): Promise<number> {
  const { id } = await tx.one(
    sql`
      select c.oid as id
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = ${schema}::text and c.relname = ${name}::text`,
    z.object({ id: z.int() }),
  )
  return id
}
