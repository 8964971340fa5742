import { setTimeout } from 'node:timers/promises'
import type { Import, ImportProblem } from '@stoa/contract/services/imports/imports'
import type { Project } from '../../project/project.ts'
import { show, toJob, type ImportContext, type ImportJob } from './context.ts'
import { FILE_MISSING, INTERRUPTED } from './errors.ts'
import { FILE_WAIT_MS } from './limits.ts'
import { sqlstateOf } from '../../postgres/failures.ts'
import { readTransaction } from './queries.ts'
import * as records from './records.ts'

/** Stores a change of an import. */
export async function change(
  project: Project,
  job: ImportJob,
  shown: Partial<Import>,
): Promise<void> {
  show(job, shown)
  await records.writeImport(project, job.stored)
}

async function finish(
  { clock, jobsOf }: Pick<ImportContext, 'clock' | 'jobsOf'>,
  project: Project,
  job: ImportJob,
  shown: Partial<Import>,
): Promise<void> {
  await change(project, job, { ...shown, ended_at: clock.now().toISOString() })
  const { id } = job.stored.shown
  await records.removeFile(project, id)
  jobsOf(project).delete(id)
  await records.removeOldImports(project)
}

/** Ends an import that changed nothing. */
export function fail(
  context: Pick<ImportContext, 'clock' | 'jobsOf'>,
  project: Project,
  job: ImportJob,
  error: ImportProblem,
): Promise<void> {
  const isNew = job.stored.shown.mode === 'create'
  return finish(context, project, job, {
    rows: 0,
    statements: 0,
    skipped_statements: 0,
    ...(isNew && { table_id: null }),
    ...(job.isCancelled ? { status: 'cancelled' } : { status: 'failed', error }),
  })
}

export const succeed = (
  context: Pick<ImportContext, 'clock' | 'jobsOf'>,
  project: Project,
  job: ImportJob,
): Promise<void> => finish(context, project, job, { status: 'succeeded', progress: 1 })

/**
 * Ends an import that failed or was interrupted. The connection can be lost between the commit and
 * its confirmation, so the transaction tells whether the rows are in the table.
 */
export async function endByOutcome(
  context: Pick<ImportContext, 'clock' | 'jobsOf'>,
  project: Project,
  job: ImportJob,
  error: ImportProblem,
): Promise<void> {
  const outcome = await outcomeOf(project, job.stored)
  if (outcome === 'committed') return succeed(context, project, job)
  if (outcome === 'aborted') return fail(context, project, job, error)
  // The next start of the project determines how it ended.
  context.jobsOf(project).delete(job.stored.shown.id)
}

/** Ends the imports that an earlier server left, and deletes their files. */
export async function endLeftImports(
  context: Pick<ImportContext, 'clock' | 'jobsOf'>,
  project: Project,
): Promise<void> {
  await records.removeLeftovers(project)
  for (const stored of await records.readImports(project)) {
    if (stored.shown.ended_at !== null) continue
    const error = stored.shown.status === 'receiving' ? FILE_MISSING : INTERRUPTED
    await endByOutcome(context, project, toJob(stored), error)
  }
}

/** Cancels imports whose files have not been sent. */
export async function endUnsent(
  context: Pick<ImportContext, 'clock' | 'jobsOf'>,
  project: Project,
): Promise<void> {
  const before = context.clock.now().getTime() - FILE_WAIT_MS
  for (const job of context.jobsOf(project).values())
    if (!job.isActive && job.waitingSince < before) await fail(context, project, job, FILE_MISSING)
}

/** How the transaction of an import ended. It may still be ending. */
async function outcomeOf(
  project: Project,
  { transaction }: records.StoredImport,
): Promise<'committed' | 'aborted' | 'unknown'> {
  if (transaction === null) return 'aborted'
  for (let attempt = 0; attempt < OUTCOME_ATTEMPTS; attempt += 1) {
    const status = await readTransaction(project.database.as('postgres'), transaction).catch(
      (error: unknown) => (isOfFuture(error) ? 'aborted' : 'unknown'),
    )
    if (status === 'committed' || status === 'unknown') return status
    if (status !== 'in progress') return 'aborted'
    await setTimeout(OUTCOME_MS)
  }
  return 'unknown'
}

const OUTCOME_ATTEMPTS = 50
const OUTCOME_MS = 200

/** A database that was restored to an earlier time has not reached the transaction. */
const isOfFuture = (error: unknown) => sqlstateOf(error) === '22023'
