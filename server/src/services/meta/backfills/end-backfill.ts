import type { BackfillDefinition } from '@stoa/contract/services/meta/backfills'
import type { Project } from '../../../project/project.ts'
import { findOwnTable } from '../ddl/change-table.ts'
import { changeDatabase } from '../session.ts'
import { dropCheck } from './backfill-sql.ts'
import { backfillNotFound } from './errors.ts'
import { LOCK_TIMEOUT_MS, MAX_MESSAGE_CHARACTERS, VALIDATION_TIMEOUT_MS } from './limits.ts'
import { limitStatement, lockBackfill, saveBackfill, type RunningBackfill } from './queries.ts'

type Ended = { readonly table_id: number; readonly definition: BackfillDefinition }

/** Ends a backfill between two batches. 404 `backfill_not_found`. */
export async function cancelBackfill(project: Project, id: string): Promise<void> {
  const running = await end(project, id, { state: 'canceled' })
  if (!running) throw backfillNotFound()
  await removeCheck(project, id, running)
}

/** Ends a backfill that cannot continue. */
export async function failBackfill(project: Project, id: string, message: string): Promise<void> {
  const shown = message.slice(0, MAX_MESSAGE_CHARACTERS)
  const running = await end(project, id, { state: 'failed', message: shown })
  if (running) await removeCheck(project, id, running)
}

type End = { readonly state: 'canceled' | 'failed'; readonly message?: string }

const end = (project: Project, id: string, saved: End): Promise<RunningBackfill | undefined> =>
  changeDatabase(project, async (tx) => {
    const running = await lockBackfill(tx, project.ref, id)
    if (running) await saveBackfill(tx, { ref: project.ref, id }, saved)
    return running
  })

/**
 * Drops the check of a backfill that did not get to its end. While its job still validates the check,
 * the table is locked; the job then drops it itself.
 */
export async function removeCheck(
  project: Project,
  id: string,
  { table_id: tableId, definition }: Ended,
): Promise<void> {
  if (!definition.set_not_null) return
  await changeDatabase(project, async (tx) => {
    await tx.run(limitStatement(VALIDATION_TIMEOUT_MS, LOCK_TIMEOUT_MS))
    await tx.run(dropCheck({ id, table: await findOwnTable(tx, tableId) }))
  }).catch((error: unknown) =>
    project.log('meta').warn({ error: String(error) }, 'Could not drop the check of a backfill.'),
  )
}
