import { randomUUID } from 'node:crypto'
import type { revertMigration } from '@stoa/contract/services/meta/history'
import type { z } from 'zod'
import { WRITER } from '../query/rights.ts'
import type { Runs } from '../query/runs.ts'
import { readDatabase } from '../session.ts'
import type { Author } from './change-definition.ts'
import { alreadyReverted, noRollback } from './errors.ts'
import { MAX_RUN_MS } from './limits.ts'
import { newMigration } from './manage.ts'
import { countLater, readMigration, readReverted } from './read.ts'
import { scriptOf } from './script.ts'

type Preview = z.infer<typeof revertMigration.response>

/** The SQL that a revert would run. Nothing runs but reads. */
export const previewRevert = async (author: Author, version: string): Promise<Preview> =>
  (await readRevert(author, version)).preview

/**
 * Runs the rollback of a migration as a new one, whose own rollback is the SQL of the first: a
 * revert can be reverted.
 */
export async function revert(
  runs: Runs,
  author: Author,
  { version, signal }: { readonly version: string; readonly signal: AbortSignal },
): Promise<Preview> {
  const { preview, stored } = await readRevert(author, version)
  const query = scriptOf(preview.statements)
  await runs.run(author.project, author.member, {
    request: { run_id: randomUUID(), sql: query, row_limit: 1, timeout_ms: MAX_RUN_MS },
    signal,
    rights: WRITER,
    migration: newMigration(author, 'revert', {
      query,
      name: `revert_${stored.name ?? version}`.slice(0, 200),
      rollback: scriptOf(stored.statements),
      reverts: version,
    }),
  })
  return preview
}

const readRevert = ({ project }: Author, version: string) =>
  readDatabase(project, async (tx) => {
    const stored = await readMigration(tx, version)
    const by = (await readReverted(tx)).get(version)
    if (by !== undefined) throw alreadyReverted(version, by)
    const { rollback, details } = stored
    if (rollback === null) throw noRollback(version, details?.no_rollback ?? null)
    const preview: Preview = {
      statements: [...rollback],
      loss: details?.loss ?? null,
      later: await countLater(tx, version),
    }
    return { stored, preview }
  })
