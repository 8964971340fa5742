import { AppError } from '../../../lib/errors.ts'
import type { Project } from '../../../project/project.ts'
import type { Session } from '../../../postgres/database.ts'
import { recordingStatements } from '../../../project/migration-record.ts'
import { migrationName } from '../history/name.ts'
import { textOf } from '../history/undo.ts'
import { changeDatabase } from '../session.ts'
import {
  addCheck,
  batchSql,
  dropCheck,
  dropNotNull,
  setNotNull,
  validateCheck,
  wholeSql,
  type BackfillTarget,
} from './backfill-sql.ts'
import { stillNull } from './errors.ts'
import { BATCH_TIMEOUT_MS, LOCK_TIMEOUT_MS, VALIDATION_TIMEOUT_MS } from './limits.ts'
import {
  BatchResult,
  limitStatement,
  lockBackfill,
  saveBackfill,
  type RunningBackfill,
  type SavedStep,
} from './queries.ts'
import { findTarget } from './target.ts'

export type StepOutcome = Pick<RunningBackfill, 'table_id' | 'definition'> & {
  readonly isLast: boolean
}

/**
 * The next step of a backfill: its change and the record of it, both or neither. Undefined if the
 * backfill has ended.
 */
export async function runStep(
  project: Project,
  id: string,
  rows: number,
): Promise<StepOutcome | undefined> {
  const key = { ref: project.ref, id }
  const step = await changeDatabase(project, async (tx) => {
    await tx.run(limitStatement(BATCH_TIMEOUT_MS, LOCK_TIMEOUT_MS))
    const running = await lockBackfill(tx, project.ref, id)
    if (!running) return undefined
    const target = await findTarget(tx, id, running)
    if (running.phase === 'validate') return { running, target, isLast: false }
    const saved = await stepOf(tx, target, { running, rows })
    await saveBackfill(tx, key, saved)
    return { running, target, isLast: saved.state === 'done' }
  })
  if (!step) return undefined
  const { running, target, isLast } = step
  if (running.phase === 'validate') await validate(project, target)
  return { table_id: running.table_id, definition: running.definition, isLast }
}

type Step = { readonly running: RunningBackfill; readonly rows: number }

async function stepOf(tx: Session, target: BackfillTarget, step: Step): Promise<SavedStep> {
  const { value } = target.definition
  switch (step.running.phase) {
    case 'check':
      await tx.run(addCheck(target))
      return { state: 'running', phase: value === null ? 'validate' : 'fill' }
    case 'fill':
      return fill(tx, target, step)
    default:
      return finish(tx, target, step.running)
  }
}

async function fill(tx: Session, target: BackfillTarget, step: Step): Promise<SavedStep> {
  const { rows, running } = step
  const { changed, read, position } = await tx.one(
    batchSql(target, running.position, rows),
    BatchResult,
  )
  const saved = { changed, position: position ?? undefined }
  if (read >= rows) return { state: 'running', ...saved }
  if (target.definition.set_not_null) return { state: 'running', phase: 'validate', ...saved }
  return { state: 'done', ...saved }
}

/**
 * Reads all rows, which can take long, so the record of the backfill is not locked: a member can
 * cancel it.
 */
async function validate(project: Project, target: BackfillTarget): Promise<void> {
  await changeDatabase(project, async (tx) => {
    await tx.run(limitStatement(VALIDATION_TIMEOUT_MS, LOCK_TIMEOUT_MS))
    await tx.run(validateCheck(target))
  }).catch((error: unknown) => {
    throw isViolation(error) ? stillNull(target.definition.column) : error
  })
  const key = { ref: project.ref, id: target.id }
  await changeDatabase(project, (tx) =>
    saveBackfill(tx, key, { state: 'running', phase: 'finish' }),
  )
}

const CHECK_VIOLATION = '23514'

const isViolation = (error: unknown): boolean =>
  error instanceof AppError &&
  typeof error.details === 'object' &&
  error.details !== null &&
  'sqlstate' in error.details &&
  error.details.sqlstate === CHECK_VIOLATION

/** Postgres reads no rows again, because the valid check proves that none is NULL. */
async function finish(
  tx: Session,
  target: BackfillTarget,
  { created_by: author, origin }: RunningBackfill,
): Promise<SavedStep> {
  await tx.run(setNotNull(target))
  await tx.run(dropCheck(target))
  const update = wholeSql(target)
  const statements = [...(update ? [textOf(update)] : []), textOf(setNotNull(target))]
  const migration = {
    name: migrationName(textOf(setNotNull(target))),
    statements,
    author,
    rollback: [textOf(dropNotNull(target))],
    details: { ...origin, ...(update && { loss: 'The earlier values are not restored.' }) },
  }
  for (const statement of recordingStatements(migration)) await tx.run(statement)
  return { state: 'done' }
}
