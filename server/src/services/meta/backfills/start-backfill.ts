import type { BackfillDefinition } from '@stoa/contract/services/meta/backfills'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Project } from '../../../project/project.ts'
import { authorOf, originOf } from '../../../project/migration-record.ts'
import type { Author } from '../history/change-definition.ts'
import { textOf } from '../history/undo.ts'
import { changeDatabase, readDatabase } from '../session.ts'
import {
  addCheck,
  countSql,
  dropCheck,
  setNotNull,
  validateCheck,
  wholeSql,
  type BackfillTarget,
} from './backfill-sql.ts'
import { alreadyRunning } from './errors.ts'
import { COUNT_TIMEOUT_MS, LOCK_TIMEOUT_MS, MAX_JOB_ATTEMPTS } from './limits.ts'
import { insertBackfill, limitStatement, listRunningIds } from './queries.ts'
import { findTarget } from './target.ts'
import { isTimeout } from './timeouts.ts'

export const BACKFILL_JOB = 'backfill'

type BackfillRequest = { readonly table_id: number; readonly definition: BackfillDefinition }

/** The statements of a backfill, and the rows that it changes. Nothing changes. */
export async function previewBackfill(project: Project, wanted: BackfillRequest) {
  const target = await readDatabase(project, (tx) => findTarget(tx, randomUUID(), wanted))
  return { statements: statementsOf(target), total: await countRows(project, target) }
}

/** The preview shows one update for all batches. */
function statementsOf(target: BackfillTarget): string[] {
  const update = wholeSql(target)
  const steps = target.definition.set_not_null
    ? [addCheck(target), update, validateCheck(target), setNotNull(target), dropCheck(target)]
    : [update]
  return steps.filter((step) => step !== undefined).map(textOf)
}

/** Null if the rows can't be counted in time; the first batch then tells of wrong expressions. */
async function countRows(project: Project, target: BackfillTarget): Promise<number | null> {
  if (target.definition.value === null) return 0
  return readDatabase(project, async (tx) => {
    await tx.run(limitStatement(COUNT_TIMEOUT_MS, LOCK_TIMEOUT_MS))
    return (await tx.one(countSql(target), z.object({ total: z.number() }))).total
  }).catch((error: unknown) => {
    if (isTimeout(error)) return null
    throw error
  })
}

/** Records a backfill and its job, which continues after a crash. */
export async function startBackfill(author: Author, wanted: BackfillRequest) {
  const { project, member } = author
  const id = randomUUID()
  const { statements, total } = await previewBackfill(project, wanted)
  const isAdded = await changeDatabase(project, (tx) =>
    insertBackfill(tx, {
      id,
      ref: project.ref,
      tableId: wanted.table_id,
      definition: wanted.definition,
      phase: wanted.definition.set_not_null ? 'check' : 'fill',
      total,
      author: authorOf(member),
      origin: originOf(member, 'table_editor'),
    }),
  )
  if (!isAdded) throw alreadyRunning(wanted.definition.column)
  await enqueue(project, id)
  return { statements, total, id }
}

const enqueue = (project: Project, id: string): Promise<void> =>
  project.addJob('meta', BACKFILL_JOB, { id }, { key: id, maxAttempts: MAX_JOB_ATTEMPTS })

/** Queues the backfills whose jobs were lost, such as by a crash before they were queued. */
export async function recoverBackfills(project: Project): Promise<void> {
  const ids = await readDatabase(project, (tx) => listRunningIds(tx, project.ref))
  for (const id of ids) await enqueue(project, id)
}
