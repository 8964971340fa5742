import type { Column, TableDetail, TableSummary } from '@stoa/contract/services/meta/catalogue'
import type {
  ColumnDefinition,
  RowEffect,
  updateColumn as endpoint,
} from '@stoa/contract/services/meta/ddl'
import type { z } from 'zod'
import { columnNotFound } from '../errors.ts'
import type { Session } from '../../../postgres/database.ts'
import { emptySql, ident, sql } from '../../../postgres/sql.ts'
import type { DefinitionChange, DefinitionSession } from '../history/change-definition.ts'
import { readColumns } from '../catalogue/columns.ts'
import { readTableDetail } from '../catalogue/table-detail.ts'
import type { Project } from '../../../project/project.ts'
import { readDatabase } from '../session.ts'
import { requireUnchanged, type Expected } from '../../../project/unchanged.ts'
import { findOwnTable, lockDefinition } from './change-table.ts'
import {
  alterColumnSql,
  generationSql,
  identitySql,
  settingsSql,
  typeSql,
} from './column-change-sql.ts'
import { columnSql, commentSql, defaultSql } from './column-sql.ts'
import { checkName } from './names.ts'
import { areVolatile, readTypeChange } from './rewrite-queries.ts'
import { calledFunctions, rewritesRows } from './rewrites.ts'
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
    const key = column.is_primary_key ? sql` primary key` : emptySql
    await tx.define(
      sql`alter table ${name} add column ${await columnSql(tx, column)}${key}`,
      await effectOf(tx, column),
    )
    const alter = alterColumnSql(table, column)
    for (const statement of settingsSql(alter, { statistics: column.statistics ?? undefined }))
      await tx.define(statement)
    if (column.comment !== null)
      await tx.define(
        sql`comment on column ${name}.${ident(column.name)} is ${commentSql(column.comment)}`,
      )
  },
  read: (tx) => readTableDetail(tx, id),
})

/** A constant default is stored once for all rows; other values are written into each. */
async function effectOf(tx: Session, column: ColumnDefinition): Promise<RowEffect | undefined> {
  const { identity, generated, default: preset } = column
  if (identity !== null || generated?.kind === 'stored') return 'rewrite'
  if (preset?.kind === 'expression' && (await areVolatile(tx, calledFunctions(preset.value))))
    return 'rewrite'
  if (column.is_primary_key || column.is_unique) return 'index'
  return column.check === null ? undefined : 'scan'
}

type ColumnChange = Omit<z.infer<NonNullable<typeof endpoint.body>>, 'replaces'> & {
  /** The state that the column must still have. */
  readonly replaces?: Expected<Column> | undefined
}

type ColumnAddress = { readonly id: number; readonly position: number }

/**
 * Changes one column, all of it or nothing, and casts existing values to a new type. 404
 * `column_not_found`, 400 `datatype_mismatch` without a cast to the type.
 */
export const updateColumn = (
  address: ColumnAddress,
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

async function applyShape(tx: DefinitionSession, shape: Shape): Promise<void> {
  const { table, column, change } = shape
  const alter = alterColumnSql(table, column)
  if (change.identity === null && column.identity !== null)
    for (const statement of identitySql(table, column, null)) await tx.define(statement)
  // The old default is dropped first, because it may not fit the new type.
  if (change.default !== undefined && column.default_value !== null)
    await tx.define(sql`${alter} drop default`)
  if (change.generated_expression !== undefined)
    await tx.define(
      generationSql(alter, change.generated_expression),
      change.generated_expression === null ? undefined : 'rewrite',
    )
  if (change.type !== undefined || change.collation !== undefined) await changeType(tx, shape)
  if (change.default) await tx.define(sql`${alter} set default ${defaultSql(change.default)}`)
  if (change.is_nullable !== undefined && change.is_nullable !== column.is_nullable) {
    const verb = change.is_nullable ? sql`drop` : sql`set`
    await tx.define(sql`${alter} ${verb} not null`, change.is_nullable ? undefined : 'scan')
  }
  if (change.identity && change.identity !== column.identity)
    for (const statement of identitySql(table, column, change.identity)) await tx.define(statement)
  for (const statement of settingsSql(alter, change)) await tx.define(statement)
}

async function changeType(tx: DefinitionSession, { table, column, change }: Shape): Promise<void> {
  const { collation, using, type: text = column.type } = change
  const type = await checkTypeName(tx, text)
  const target = await readTypeChange(tx, { id: table.id, position: column.position, type: text })
  const modifiers = /\([\d,\s-]+\)/.exec(text)?.[0] ?? ''
  const isRewrite = rewritesRows({
    from: column,
    to: `${target.type}${modifiers}`,
    hasUsing: using !== undefined,
    isBinaryCoercible: target.is_binary_coercible,
  })
  await tx.define(
    sql`${alterColumnSql(table, column)} ${typeSql({ column, type, using, collation })}`,
    isRewrite ? 'rewrite' : undefined,
  )
}

/** Drops one column. 409 `dependent_objects` if others depend on it and `cascade` is off. */
export const deleteColumn = (
  address: ColumnAddress,
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

export const nameOfColumn = (project: Project, address: ColumnAddress): Promise<string> =>
  readDatabase(project, async (tx) => (await findColumn(tx, address)).name)

async function findColumn(tx: Session, { id, position }: ColumnAddress): Promise<Column> {
  const columns = await readColumns(tx, id)
  const column = columns.find((candidate) => candidate.position === position)
  if (column) return column
  throw columnNotFound()
}
