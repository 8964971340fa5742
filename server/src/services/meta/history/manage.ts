import { AppError } from '../../../lib/errors.ts'
import type { Session } from '../../../postgres/database.ts'
import { rawSql, sql } from '../../../postgres/sql.ts'
import type { Project } from '../../../project/project.ts'
import { changeDatabase } from '../session.ts'
import type { Author } from './change-definition.ts'
import { migrationName } from './name.ts'
import { findByKey, hasHistory, migrationNotFound, readMigration, readSince } from './read.ts'
import {
  authorOf,
  ENSURE_TABLE,
  recordingStatements,
  type NewMigration,
} from '../../../project/migration-record.ts'

type MigrationText = {
  readonly query: string
  readonly name?: string | undefined
  readonly rollback?: string | undefined
}

export const newMigration = (
  { member }: Author,
  { query, name, rollback }: MigrationText,
  idempotencyKey?: string,
): NewMigration => ({
  name: name === undefined || name === '' ? migrationName(query) : name,
  statements: [query],
  author: authorOf(member),
  rollback: rollbackOf(rollback),
  idempotencyKey,
})

const rollbackOf = (text: string | undefined) =>
  text === undefined || text === '' ? undefined : [text]

/** Records SQL that ran elsewhere, or replaces what was recorded under the same key. */
export const record = (author: Author, migration: NewMigration): Promise<void> =>
  changeDatabase(author.project, async (tx) => {
    // Takes the lock, so that two requests with one key do not both insert.
    await tx.run(ENSURE_TABLE)
    const { idempotencyKey: key } = migration
    const known = key === undefined ? undefined : await findByKey(tx, key)
    if (known === undefined)
      for (const statement of recordingStatements(migration)) await tx.run(statement)
    else
      await tx.run(sql`
        update supabase_migrations.schema_migrations
        set name = ${migration.name}, statements = ${[...migration.statements]}::text[],
          rollback = ${migration.rollback ? [...migration.rollback] : null}::text[]
        where version = ${known}`)
  })

export const update = (
  project: Project,
  version: string,
  { name, rollback }: Omit<MigrationText, 'query'>,
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
    if (missing)
      throw new AppError(
        'no_rollback',
        `The migration ${missing.version} does not say how to undo it.`,
        {
          status: 409,
          hint: 'Add its rollback with PATCH /v1/projects/{ref}/database/migrations/{version}.',
        },
      )
    for (const { version: undone, rollback } of migrations) await undo(tx, undone, rollback ?? [])
  })

async function undo(tx: Session, version: string, rollback: readonly string[]): Promise<void> {
  for (const statement of rollback) await tx.run(rawSql(statement))
  await tx.run(sql`delete from supabase_migrations.schema_migrations where version = ${version}`)
}
