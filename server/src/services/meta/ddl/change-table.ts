import type {
  RelationKind,
  TableDetail,
  TableSummary,
} from '@stoa/contract/services/meta/catalogue'
import type { Session } from '../../../postgres/database.ts'
import { emptySql, ident, sql, type Sql } from '../../../postgres/sql.ts'
import type { DefinitionChange } from '../history/change-definition.ts'
import { checkOid, readTableDetail, tableNotFound } from '../catalogue/table-detail.ts'
import { readTable } from '../catalogue/tables.ts'
import { requireUnchanged, type Expected } from '../../../project/unchanged.ts'
import { refuseProtectedSchema } from '../protected-schemas.ts'
import { commentSql } from './column-sql.ts'
import { checkName } from './names.ts'
import { DROPPED_ROWS, undoWith } from './undo-sql.ts'

const KEYWORDS: Readonly<Record<RelationKind, Sql>> = {
  table: sql`table`,
  partitioned_table: sql`table`,
  view: sql`view`,
  materialized_view: sql`materialized view`,
  foreign_table: sql`foreign table`,
}

type TableChange = {
  readonly name?: string | undefined
  readonly comment?: string | null | undefined
  readonly rls_enabled?: boolean | undefined
  /** The state that the table must still have. */
  readonly replaces?: Expected<TableSummary> | undefined
}

/** Renames a table, comments it and changes row level security: all of it or nothing. */
export const updateTable = (id: number, change: TableChange): DefinitionChange<TableDetail> => ({
  async define(tx) {
    const table = await findOwnTable(tx, id)
    if (change.replaces !== undefined) {
      await lockDefinition(tx, table)
      requireUnchanged((await readTable(tx, id)) ?? table, change.replaces)
    }
    const name = ident(table.schema, table.name)
    const keyword = KEYWORDS[table.kind]
    if (change.comment !== undefined)
      await tx.define(sql`comment on ${keyword} ${name} is ${commentSql(change.comment)}`, {
        undo: undoWith(sql`comment on ${keyword} ${name} is ${commentSql(table.comment)}`),
      })
    if (change.rls_enabled !== undefined) {
      const security = (isEnabled: boolean) =>
        sql`alter table ${name} ${isEnabled ? sql`enable` : sql`disable`} row level security`
      await tx.define(security(change.rls_enabled), { undo: undoWith(security(table.rls_enabled)) })
    }
    if (change.name !== undefined && change.name !== table.name) {
      const renamed = ident(table.schema, checkName(change.name))
      await tx.define(sql`alter ${keyword} ${name} rename to ${ident(change.name)}`, {
        undo: undoWith(sql`alter ${keyword} ${renamed} rename to ${ident(table.name)}`),
      })
    }
  },
  read: (tx) => readTableDetail(tx, id),
})

/**
 * Keeps others from changing a table until the transaction ends; reads and writes continue. No
 * statement of Postgres takes this lock for another purpose.
 */
export async function lockDefinition(tx: Session, { kind, schema, name }: TableSummary) {
  if (kind === 'table' || kind === 'partitioned_table')
    await tx.run(sql`lock table only ${ident(schema, name)} in share update exclusive mode`)
}

/** Drops a table or view. 409 `dependent_objects` if others depend on it and `cascade` is off. */
export const deleteTable = (id: number, cascade: boolean): DefinitionChange<void> => ({
  async define(tx) {
    const table = await findOwnTable(tx, id)
    const rest = cascade ? sql`cascade` : emptySql
    await tx.define(sql`drop ${KEYWORDS[table.kind]} ${ident(table.schema, table.name)} ${rest}`, {
      undo: DROPPED_ROWS,
    })
  },
  read: async () => {},
})

/** Finds a table that may be changed. 404 `table_not_found`, 403 `schema_protected`. */
export async function findOwnTable(tx: Session, id: number): Promise<TableSummary> {
  checkOid(id)
  const table = await readTable(tx, id)
  if (!table) throw tableNotFound()
  refuseProtectedSchema(table.schema)
  return table
}
