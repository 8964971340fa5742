import type { Column, TableDetail, TableSummary } from '@stoa/contract/services/meta/catalogue'
import type {
  ColumnDefinition,
  RowEffect,
  updateColumn as endpoint,
} from '@stoa/contract/services/meta/ddl'
import type { z } from 'zod'
import { columnNotFound } from '../errors.ts'
import type { Session } from '../../../postgres/database.ts'
import { emptySql, ident, rawSql, sql } from '../../../postgres/sql.ts'
import type { DefinitionChange, DefinitionSession } from '../history/change-definition.ts'
import { readColumnSettings } from '../catalogue/column-queries.ts'
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
import {
  dropColumn,
  DROPPED_VALUES,
  earlierType,
  REGENERATED,
  UNDONE_BY_OTHERS,
  undoWith,
} from './undo-sql.ts'
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
    await tx.define(sql`alter table ${name} add column ${await columnSql(tx, column)}${key}`, {
      effect: await effectOf(tx, column),
      undo: dropColumn(table, column.name),
    })
    const rest = { undo: UNDONE_BY_OTHERS }
    const alter = alterColumnSql(table, column)
    for (const statement of settingsSql(alter, { statistics: column.statistics ?? undefined }))
      await tx.define(statement, rest)
    if (column.comment !== null)
      await tx.define(
        sql`comment on column ${name}.${ident(column.name)} is ${commentSql(column.comment)}`,
        rest,
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
    const comment = (text: string | null) =>
      sql`comment on column ${name}.${ident(column.name)} is ${commentSql(text)}`
    if (change.comment !== undefined)
      await tx.define(comment(change.comment), { undo: undoWith(comment(column.comment)) })
    const rename = (from: string, to: string) =>
      sql`alter table ${name} rename column ${ident(from)} to ${ident(checkName(to))}`
    if (change.name !== undefined && change.name !== column.name)
      await tx.define(rename(column.name, change.name), {
        undo: undoWith(rename(change.name, column.name)),
      })
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
    for (const statement of identitySql(table, column, null))
      await tx.define(statement, {
        undo: undoWith(...identitySql(table, { ...column, identity: null }, column.identity)),
      })
  // The old default is dropped first, because it may not fit the new type.
  if (change.default !== undefined && column.default_value !== null)
    await tx.define(sql`${alter} drop default`, {
      undo: undoWith(sql`${alter} set default ${rawSql(column.default_value)}`),
    })
  if (change.generated_expression !== undefined)
    await tx.define(generationSql(alter, change.generated_expression), {
      effect: change.generated_expression === null ? undefined : 'rewrite',
      undo: REGENERATED,
    })
  if (change.type !== undefined || change.collation !== undefined) await changeType(tx, shape)
  if (change.default)
    await tx.define(sql`${alter} set default ${defaultSql(change.default)}`, {
      undo: undoWith(sql`${alter} drop default`),
    })
  if (change.is_nullable !== undefined && change.is_nullable !== column.is_nullable) {
    const nullable = (isNullable: boolean) =>
      sql`${alter} ${isNullable ? sql`drop` : sql`set`} not null`
    await tx.define(nullable(change.is_nullable), {
      effect: change.is_nullable ? undefined : 'scan',
      undo: undoWith(nullable(column.is_nullable)),
    })
  }
  if (change.identity && change.identity !== column.identity)
    await addIdentity(tx, shape, change.identity)
  await changeSettings(tx, shape)
}

async function addIdentity(
  tx: DefinitionSession,
  { table, column }: Shape,
  identity: NonNullable<Column['identity']>,
): Promise<void> {
  const [first, ...rest] = identitySql(table, column, identity)
  const numbered = { ...column, identity }
  if (first)
    await tx.define(first, { undo: undoWith(...identitySql(table, numbered, column.identity)) })
  for (const statement of rest) await tx.define(statement, { undo: UNDONE_BY_OTHERS })
}

async function changeSettings(
  tx: DefinitionSession,
  { table, column, change }: Shape,
): Promise<void> {
  const alter = alterColumnSql(table, column)
  const statements = settingsSql(alter, change)
  if (statements.length === 0) return
  const before = await readColumnSettings(tx, { id: table.id, position: column.position })
  const undo = undoWith(
    ...settingsSql(alter, {
      storage: change.storage === undefined ? undefined : before.storage,
      compression: change.compression === undefined ? undefined : before.compression,
      statistics: change.statistics === undefined ? undefined : before.statistics,
    }),
  )
  for (const statement of statements) {
    const isFirst = statement === statements[0]
    await tx.define(statement, { undo: isFirst ? undo : UNDONE_BY_OTHERS })
  }
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
    {
      effect: isRewrite ? 'rewrite' : undefined,
      undo: await earlierType(tx, { table, column, hasUsing: using !== undefined }),
    },
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
      { undo: DROPPED_VALUES },
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
