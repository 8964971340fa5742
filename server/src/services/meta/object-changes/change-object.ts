import type {
  changeObject as endpoint,
  ObjectChange,
} from '@stoa/contract/services/meta/object-changes'
import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { scramVerifier, USUAL_ITERATIONS } from '../../../postgres/connections/scram.ts'
import type { Session } from '../../../postgres/database.ts'
import { literal, type Sql } from '../../../postgres/sql.ts'
import type { Project } from '../../../project/project.ts'
import type { Author } from '../history/change-definition.ts'
import { readLastRun, readRunFacts } from '../history/last-run-queries.ts'
import { newMigration } from '../history/manage.ts'
import { recordOf } from '../history/undo.ts'
import { WRITER } from '../query/rights.ts'
import type { Runs } from '../query/runs.ts'
import { readDatabase, withQualifiedNames } from '../session.ts'
import { planChange } from './change-sql.ts'
import { sourceOf } from './source.ts'
import { readUndo } from './read-undo.ts'

type Body = z.infer<NonNullable<typeof endpoint.body>>

/** Long enough to build an index or to vacuum a large table. */
const TIMEOUT_MS = 600_000

/** A response and a migration show this in place of a password. */
const HIDDEN_PASSWORD = literal('********')

/** The statements of a change, without its password. Nothing runs but reads. */
export const previewChange = (project: Project, change: ObjectChange): Promise<string[]> =>
  plan(project, change, HIDDEN_PASSWORD)

/** A preview with the duration of the last change like it. */
export async function describeChange(project: Project, change: ObjectChange) {
  const statements = await previewChange(project, change)
  const lastRun = await readDatabase(project, (tx) => readLastRun(tx, statements))
  return { statements, last_run: lastRun }
}

/**
 * Runs a change as SQL text of the member would run: in a transaction that also records it, or
 * without one where Postgres demands that. Returns its statements as the preview shows them.
 */
export async function applyChange(
  runs: Runs,
  author: Author,
  { change, replaces, signal }: Omit<Body, 'dry_run'> & { readonly signal: AbortSignal },
): Promise<string[]> {
  const { project, member } = author
  const shown = await previewChange(project, change)
  if (shown.length === 0) return shown
  const verifier = verifierOf(change)
  const sql = textOf(verifier === undefined ? shown : await plan(project, change, verifier))
  await runs.run(project, member, {
    request: {
      run_id: randomUUID(),
      sql,
      row_limit: 1,
      timeout_ms: TIMEOUT_MS,
      ...(replaces && { replaces }),
    },
    signal,
    rights: WRITER,
    migration: isDefinition(change)
      ? (tx) => migrationOf(tx, author, { change, query: sql })
      : undefined,
  })
  return shown
}

type RecordedChange = { readonly change: ObjectChange; readonly query: string }

/** The record of a change, with the SQL that undoes it. */
async function migrationOf(tx: Session, author: Author, { change, query }: RecordedChange) {
  const migration = newMigration(author, sourceOf(change), { query })
  const undo = await readUndo(tx, change)
  const details = { ...migration.details, ...(await readRunFacts(tx, [query])) }
  if ('after' in undo) return { ...migration, rollback: undo.after, details }
  const { rollback, ...reasons } = recordOf(undo)
  return {
    ...migration,
    rollback: rollback && [textOf(rollback)],
    details: { ...details, ...reasons },
  }
}

const plan = (project: Project, change: ObjectChange, password: Sql): Promise<string[]> =>
  readDatabase(project, (tx) => withQualifiedNames(tx, () => planChange(tx, change, password)))

const textOf = (statements: readonly string[]): string =>
  statements.map((statement) => `${statement};`).join('\n')

/** Keeps the password out of the statement, which Postgres can write to its log. */
function verifierOf(change: ObjectChange): Sql | undefined {
  if (change.kind !== 'create_role' && change.kind !== 'alter_role') return undefined
  const { password } = change
  return password === undefined ? undefined : literal(scramVerifier(password, USUAL_ITERATIONS))
}

/** Roles belong to the server. Rows of a view and statistics are not part of a definition. */
function isDefinition(change: ObjectChange): boolean {
  switch (change.kind) {
    case 'create_role':
    case 'alter_role':
    case 'drop_role':
    case 'refresh_view':
    case 'maintain_table':
    case 'reindex_index':
      return false
    case 'comment':
    case 'rename':
      return change.object.type !== 'role'
    default:
      return true
  }
}
