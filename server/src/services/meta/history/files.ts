import { randomUUID } from 'node:crypto'
import type {
  applyMigrationFile,
  listMigrationFiles,
  repairMigration,
} from '@stoa/contract/services/meta/history'
import type { z } from 'zod'
import { ENSURE_TABLE, recordingStatements } from '../../../project/migration-record.ts'
import { WRITER } from '../query/rights.ts'
import type { Runs } from '../query/runs.ts'
import { changeDatabase, readDatabase } from '../session.ts'
import type { Author } from './change-definition.ts'
import { migrationExists } from './errors.ts'
import { MAX_PAGE_BYTES, MAX_RUN_MS } from './limits.ts'
import { newMigration } from './manage.ts'
import { deleteVersion } from './queries.ts'
import { hasHistory, isRecorded, migrationNotFound, readAfter } from './read.ts'
import { scriptOf } from './script.ts'

type Files = z.infer<typeof listMigrationFiles.response>

/** Migrations as files, oldest first. */
export const readFiles = ({ project }: Author, after = '0'): Promise<Files> =>
  readDatabase(project, async (tx) => {
    const { migrations, hasMore } = await readAfter(tx, { after, maxBytes: MAX_PAGE_BYTES })
    return {
      files: migrations.map(({ version, name, statements }) => ({
        name: fileName(version, name),
        sql: `${scriptOf(statements)}\n`,
      })),
      next: hasMore ? (migrations.at(-1)?.version ?? null) : null,
    }
  })

const LONGEST_NAME = 100

/** The name that the CLI gives a file. Other characters could leave its folder. */
function fileName(version: string, name: string | null): string {
  const words = (name ?? '').replaceAll(/[^\p{L}\p{N}_-]+/gu, '_').slice(0, LONGEST_NAME)
  return [version, '_', words || 'migration', '.sql'].join('')
}

type File = z.infer<NonNullable<typeof applyMigrationFile.body>>

/** Runs a file and records it under its version. */
export async function applyFile(
  runs: Runs,
  author: Author,
  { file, signal }: { readonly file: File; readonly signal: AbortSignal },
): Promise<void> {
  const { version, name, sql } = file
  if (await readDatabase(author.project, (tx) => isRecorded(tx, version)))
    throw migrationExists(version)
  await runs.run(author.project, author.member, {
    request: { run_id: randomUUID(), sql, row_limit: 1, timeout_ms: MAX_RUN_MS },
    signal,
    rights: WRITER,
    migration: { ...newMigration(author, 'file', { query: sql, name }), version },
  })
}

type Repair = z.infer<NonNullable<typeof repairMigration.body>>

/** Adds or deletes a record without running its SQL. */
export const repair = (author: Author, wanted: Repair): Promise<void> =>
  changeDatabase(author.project, async (tx) => {
    const { version } = wanted
    if (wanted.status === 'reverted') {
      if (!(await hasHistory(tx)) || !(await deleteVersion(tx, version))) throw migrationNotFound()
      return
    }
    // Takes the lock, so that two requests with one version do not both insert.
    await tx.run(ENSURE_TABLE)
    if (await isRecorded(tx, version)) throw migrationExists(version)
    const { sql = '', name } = wanted
    const migration = newMigration(author, 'repair', { query: sql, name })
    const recorded = {
      ...migration,
      version,
      statements: sql === '' ? [] : [sql],
      details: { ...migration.details, duration_ms: null },
    }
    for (const statement of recordingStatements(recorded)) await tx.run(statement)
  })
