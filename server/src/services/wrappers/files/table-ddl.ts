import type { FileColumn } from '@stoa/contract/services/table-files'
import { isDatabaseFailure } from '../../../postgres/failures.ts'
import { ident, joinSql, rawSql, sql, type Sql } from '../../../postgres/sql.ts'
import type { Member } from '../../../project/member.ts'
import type { Project } from '../../../project/project.ts'
import { recordChange, type RecordedChange } from '../record-change.ts'
import { ofTable } from './errors.ts'

type SourceTable = { readonly schema: string; readonly table: string }

type NewTable = SourceTable & { readonly columns: readonly FileColumn[] }

/** The creation of a source's table. Without policies, only the owner and the secret keys read it. */
export const tableCreation = ({ schema, table, columns }: NewTable): RecordedChange => ({
  words: ['create', 'table', schema, table],
  statements: [
    ...(schema === 'public' ? [] : [sql`create schema if not exists ${ident(schema)}`]),
    sql`create table ${ident(schema, table)} (${joinSql(columns.map(columnSql))})`,
    sql`alter table ${ident(schema, table)} enable row level security`,
  ],
})

const ROLLED_BACK = new Error('Rolled back')

/** Creates the table and rolls back, so that a refusal is known before the first load. */
export const tryCreation = (project: Project, table: NewTable): Promise<void> =>
  project.database
    .as('postgres')
    .transaction(async (tx) => {
      await tx.run(sql`set local lock_timeout = '5s'`)
      for (const statement of tableCreation(table).statements) await tx.run(statement)
      throw ROLLED_BACK
    })
    .catch((error: unknown) => {
      if (error !== ROLLED_BACK) throw isDatabaseFailure(error) ? ofTable(error) : error
    })

export const dropTable = (
  project: Project,
  member: Member,
  { schema, table }: SourceTable,
): Promise<void> =>
  changeTable(project, member, {
    words: ['drop', 'table', schema, table],
    statements: [sql`drop table if exists ${ident(schema, table)} cascade`],
  })

/** Runs as the owner, and records the migration. */
const changeTable = (project: Project, member: Member, change: RecordedChange): Promise<void> =>
  project.database
    .as('postgres')
    .transaction(async (tx) => {
      await tx.run(sql`set local lock_timeout = '5s'`)
      await tx.run(sql`set local statement_timeout = '60s'`)
      for (const statement of change.statements) await tx.run(statement)
      await recordChange(tx, member, change)
    })
    .catch((error: unknown) => {
      throw isDatabaseFailure(error) ? ofTable(error) : error
    })

// The types are those of a closed list.
const columnSql = ({ name, type }: FileColumn): Sql => sql`${ident(name)} ${rawSql(type)}`
