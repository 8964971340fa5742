import type { MigrationSource } from '@stoa/contract/services/meta/history'
import type { Session } from '../../../postgres/database.ts'
import { isSql, rawSql, sql, type Sql } from '../../../postgres/sql.ts'
import type { Project } from '../../../project/project.ts'
import { changeDatabase } from '../session.ts'
import type { Author } from './change-definition.ts'
import { migrationName } from './name.ts'
import { noRollback } from './errors.ts'
import { findByKey, hasHistory, migrationNotFound, readMigration, readSince } from './read.ts'
import {
  authorOf,
  ENSURE_TABLE,
  originOf,
  recordingStatements,
  type MigrationDetails,
  type NewMigration,
} from '../../../project/migration-record.ts'

type MigrationText = Pick<MigrationDetails, 'no_rollback' | 'loss' | 'reverts'> & {
  readonly query: string
  readonly name?: string | undefined
  /** Its text, or an expression for what is only known after the change. */
  readonly rollback?: string | Sql | undefined
}

export const newMigration = (
  { member }: Author,
  source: MigrationSource,
  { query, name, rollback, ...details }: MigrationText,
): NewMigration => ({
  name: name === undefined || name === '' ? migrationName(query) : name,
  statements: [query],
  author: authorOf(member),
  rollback: isSql(rollback) ? rollback : rollbackOf(rollback),
  details: { ...originOf(member, source), ...details },
})

const rollbackOf = (text: string | undefined) =>
  text === undefined || text === '' ? undefined : [text]

/** Records SQL that ran elsewhere, or replaces what was recorded under the same key. */
export const record = (author: Author, migration: NewMigration): Promise<void> =>
  changeDatabase(author.project, async (tx) => {
    // Takes the lock, so that two requests with one key do not both insert.
    await tx.run(ENSURE_TABLE)
    const { idempotencyKey: key, rollback } = migration
    const known = key === undefined ? undefined : await findByKey(tx, key)
    if (known === undefined)
      for (const statement of recordingStatements(migration)) await tx.run(statement)
    else
      await tx.run(sql`
        update supabase_migrations.schema_migrations
        set name = ${migration.name}, statements = ${[...migration.statements]}::text[],
          rollback = ${isSql(rollback) || !rollback ? null : [...rollback]}::text[]
        where version = ${known}`)
  })

export const update = (
  project: Project,
  version: string,
  {
    name,
    rollback,
  }: { readonly name?: string | undefined; readonly rollback?: string | undefined },
): Promise<void> =>
  changeDatabase(project, async (tx) => {
    if (!(await hasHistory(tx))) throw migrationNotFound()
    await tx.run(ENSURE_TABLE)
    const before = await readMigration(tx, version)
    await tx.run(sql`
      update supabase_migrations.schema_migrations
      set name = ${name ?? before.name},
        rollback = ${rollbackOf(rollback) ?? before.rollback}::text[]
      where version = ${version}`)
  })

/** Runs the SQL that undoes the migrations from a version on, and deletes their records. */
export const rollBack = (project: Project, version: string): Promise<void> =>
  changeDatabase(project, async (tx) => {
    const migrations = await readSince(tx, version)
    const missing = migrations.find(({ rollback }) => !rollback)
    if (missing) throw noRollback(missing.version, missing.details?.no_rollback ?? null)
    for (const { version: undone, rollback } of migrations) await undo(tx, undone, rollback ?? [])
  })

async function undo(tx: Session, version: string, rollback: readonly string[]): Promise<void> {
  for (const statement of rollback) await tx.run(rawSql(statement))
  await tx.run(sql`delete from supabase_migrations.schema_migrations where version = ${version}`)
}
