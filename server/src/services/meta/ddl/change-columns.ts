import type { Column, TableDetail, TableSummary } from '@stoa/contract/services/meta/catalogue'
import type { ColumnDefinition } from '@stoa/contract/services/meta/ddl'
import { columnNotFound } from '../errors.ts'
import type { Session } from '../../../postgres/database.ts'
import { emptySql, ident, sql } from '../../../postgres/sql.ts'
import type { DefinitionChange, DefinitionSession } from '../history/change-definition.ts'
import { readColumns } from '../catalogue/columns.ts'
import { readTableDetail } from '../catalogue/table-detail.ts'
import { requireUnchanged, type Expected } from '../../../project/unchanged.ts'
import { findOwnTable, lockDefinition } from './change-table.ts'
import { columnSql, commentSql, defaultSql } from './column-sql.ts'
import { checkName } from './names.ts'
import { checkTypeName } from './type-name.ts'
import { setUnique } from './unique.ts'

/**
 * Adds one column. 409 `duplicate_column`; 400 if the table's rows do not allow it, such as NOT
 * NULL without a default.
 */
export const addColumn = (id: number, column: ColumnDefinition): DefinitionChange<TableDetail> => ({
  async define(tx) {
    const table = await findOwnTable(tx, id)
    const name = ident(table.schema, table.name)
    const key = column.is_primary_key ? sql`primary key` : emptySql
    await tx.define(sql`alter table ${name} add column ${await columnSql(tx, column)} ${key}`)
    if (column.comment !== null)
      await tx.define(
        sql`comment on column ${name}.${ident(column.name)} is ${commentSql(column.comment)}`,
      )
  },
  read: (tx) => readTableDetail(tx, id),
})

type ColumnChange = {
  readonly name?: string | undefined
  readonly type?: string | undefined
  readonly is_nullable?: boolean | undefined
  readonly is_unique?: boolean | undefined
  readonly default?: ColumnDefinition['default'] | undefined
  readonly comment?: string | null | undefined
  /** The state that the column must still have. */
  readonly replaces?: Expected<Column> | undefined
}

/**
 * Changes one column, all of it or nothing, and casts existing values to a new type. 404
 * `column_not_found`, 400 `datatype_mismatch` without a cast to the type.
 */
export const updateColumn = (
  address: { readonly id: number; readonly position: number },
  change: ColumnChange,
): DefinitionChange<TableDetail> => ({
  async define(tx) {
    const table = await findOwnTable(tx, address.id)
    if (change.replaces !== undefined) await lockDefinition(tx, table)
    const column = await findColumn(tx, address)
    requireUnchanged(column, change.replaces)
    await applyShape(tx, { table, column, change })
    if (change.is_unique !== undefined && change.is_unique !== column.is_unique)
      await setUnique(tx, { table, column, isUnique: change.is_unique })
    const name = ident(table.schema, table.name)
    if (change.comment !== undefined)
      await tx.define(
        sql`comment on column ${name}.${ident(column.name)} is ${commentSql(change.comment)}`,
      )
    if (change.name !== undefined && change.name !== column.name)
      await tx.define(
        sql`alter table ${name} rename column ${ident(column.name)} to ${ident(checkName(change.name))}`,
      )
  },
  read: (tx) => readTableDetail(tx, address.id),
})

type Shape = {
  readonly table: TableSummary
  readonly column: Column
  readonly change: ColumnChange
}

async function applyShape(tx: DefinitionSession, { table, column, change }: Shape): Promise<void> {
  const alter = sql`
    alter table ${ident(table.schema, table.name)} alter column ${ident(column.name)}`
  // The old default is dropped first, because it may not fit the new type.
  if (change.default !== undefined && column.default_value !== null)
    await tx.define(sql`${alter} drop default`)
  if (change.type !== undefined) {
    const type = await checkTypeName(tx, change.type)
    await tx.define(sql`${alter} type ${type} using ${ident(column.name)}::${type}`)
  }
  if (change.default) await tx.define(sql`${alter} set default ${defaultSql(change.default)}`)
  if (change.is_nullable !== undefined && change.is_nullable !== column.is_nullable) {
    const verb = change.is_nullable ? sql`drop` : sql`set`
    await tx.define(sql`${alter} ${verb} not null`)
  }
}

/** Drops one column. 409 `dependent_objects` if others depend on it and `cascade` is off. */
export const deleteColumn = (
  address: { readonly id: number; readonly position: number },
  cascade: boolean,
): DefinitionChange<TableDetail> => ({
  async define(tx) {
    const table = await findOwnTable(tx, address.id)
    const column = await findColumn(tx, address)
    const rest = cascade ? sql`cascade` : emptySql
    await tx.define(
      sql`alter table ${ident(table.schema, table.name)} drop column ${ident(column.name)} ${rest}`,
    )
  },
  read: (tx) => readTableDetail(tx, address.id),
})

async function findColumn(
  tx: Session,
  { id, position }: { readonly id: number; readonly position: number },
): Promise<Column> {
  const columns = await readColumns(tx, id)
  const column = columns.find((candidate) => candidate.position === position)
  if (column) return column
  throw columnNotFound()
}
