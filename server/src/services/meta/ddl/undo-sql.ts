import type { Column, TableSummary } from '@stoa/contract/services/meta/catalogue'
import { z } from 'zod'
import type { Session } from '../../../postgres/database.ts'
import { emptySql, ident, rawSql, sql, type Sql } from '../../../postgres/sql.ts'
import { readColumnSettings } from '../catalogue/column-queries.ts'
import type { Undo } from '../history/undo.ts'
import { withQualifiedNames } from '../session.ts'
import { alterColumnSql } from './column-change-sql.ts'
import { collationSql } from './column-sql.ts'

/** How changes of tables, columns and constraints are undone. */

/** Part of a change whose other parts undo it. */
export const UNDONE_BY_OTHERS: Undo = { statements: [] }

export const CASCADE: Undo = {
  impossible: 'It also dropped the objects that depended on this one.',
}

export const DROPPED_ROWS: Undo = {
  impossible: 'The rows were deleted with the table. Restore them from a backup.',
}

export const DROPPED_VALUES: Undo = {
  impossible: 'The values were deleted with the column. Restore them from a backup.',
}

export const VALIDATED: Undo = {
  impossible: 'The rows were only checked. To allow others again, delete the constraint.',
}

export const REGENERATED: Undo = {
  impossible: 'The values from before the change are no longer stored.',
}

export const dropTable = ({ schema, name }: Pick<TableSummary, 'schema' | 'name'>): Undo => ({
  statements: [sql`drop table ${ident(schema, name)}`],
  loss: 'The table and all its rows are deleted.',
})

export const dropColumn = (table: TableSummary, column: string): Undo => ({
  statements: [sql`alter table ${ident(table.schema, table.name)} drop column ${ident(column)}`],
  loss: `The values of the column ${column} are deleted.`,
})

/** Gives a column its earlier type and collation. */
export async function earlierType(
  tx: Session,
  { table, column, hasUsing }: { table: TableSummary; column: Column; hasUsing: boolean },
): Promise<Undo> {
  if (hasUsing) return { impossible: 'The old values can’t be computed from the new ones.' }
  const { id } = table
  const { type, collation } = await withQualifiedNames(tx, async () => ({
    type: await readColumnType(tx, { id, position: column.position }),
    collation: (await readColumnSettings(tx, { id, position: column.position })).collation,
  }))
  const collate = collation === null ? emptySql : sql` collate ${collationSql(collation)}`
  return {
    statements: [
      sql`${alterColumnSql(table, column)} type ${rawSql(type)}${collate} using ${ident(column.name)}::${rawSql(type)}`,
    ],
    loss: `Values of ${column.name} are converted back to ${column.type}. What the first conversion removed stays lost.`,
  }
}

type ColumnAddress = { readonly id: number; readonly position: number }

async function readColumnType(tx: Session, { id, position }: ColumnAddress): Promise<string> {
  const { type } = await tx.one(
    sql`
      select format_type(a.atttypid, a.atttypmod) as type
      from pg_attribute a
      where a.attrelid = ${String(id)}::oid and a.attnum = ${position}::int2`,
    z.object({ type: z.string() }),
  )
  return type
}

/** Drops the constraint that the next statement adds. Postgres can have chosen its name. */
export async function dropAddedConstraint(
  tx: Session,
  table: TableSummary,
): Promise<(tx: Session) => Promise<Undo>> {
  const before = new Set((await readConstraints(tx, table.id)).map(({ id }) => id))
  return async (after) => {
    const added = (await readConstraints(after, table.id)).filter(({ id }) => !before.has(id))
    const [first] = added
    if (!first || added.length > 1)
      return { impossible: 'The constraint was not found after it was added.' }
    const name = ident(table.schema, table.name)
    return undoWith(sql`alter table ${name} drop constraint ${ident(first.name)}`)
  }
}

const readConstraints = (tx: Session, id: number) =>
  tx.many(
    sql`
      select k.oid::text as id, k.conname::text as name
      from pg_constraint k
      where k.conrelid = ${String(id)}::oid and k.contype <> 'n'`,
    z.object({ id: z.string(), name: z.string() }),
  )

/** Adds a constraint as it is now, with its comment lost. */
export async function restoreConstraint(
  tx: Session,
  { schema, name: table, id }: TableSummary,
  constraint: string,
): Promise<Undo> {
  const stored = await withQualifiedNames(tx, () =>
    tx.maybe(
      sql`
        select pg_get_constraintdef(k.oid) as definition
        from pg_constraint k
        where k.conrelid = ${String(id)}::oid and k.conname = ${constraint}::text`,
      z.object({ definition: z.string() }),
    ),
  )
  if (!stored) return { impossible: 'The definition of the constraint could not be read.' }
  return {
    statements: [
      sql`alter table ${ident(schema, table)} add constraint ${ident(constraint)} ${rawSql(stored.definition)}`,
    ],
  }
}

type StoredIndex = {
  readonly schema: string
  readonly index: string
  readonly isConcurrent?: boolean
}

/** Creates an index as it is now. */
export async function restoreIndex(
  tx: Session,
  { schema, index, isConcurrent = false }: StoredIndex,
): Promise<Undo> {
  const stored = await withQualifiedNames(tx, () =>
    tx.maybe(
      sql`
        select pg_get_indexdef(c.oid) as definition
        from pg_class c
        join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = ${schema}::text and c.relname = ${index}::text and c.relkind in ('i', 'I')`,
      z.object({ definition: z.string() }),
    ),
  )
  if (!stored) return { impossible: 'The definition of the index could not be read.' }
  const { definition } = stored
  const start = /^CREATE (?:UNIQUE )?INDEX /
  return {
    statements: [rawSql(isConcurrent ? definition.replace(start, '$&concurrently ') : definition)],
  }
}

/** A statement that the same one undoes with another value. */
export const undoWith = (...statements: readonly Sql[]): Undo => ({ statements })
