import type { ImportProblem } from '@stoa/contract/services/imports/imports'
import { AppError } from '../../lib/errors.ts'
import type { Project } from '../../project/project.ts'
import { show, type ImportContext, type ImportJob } from './context.ts'
import { change, endByOutcome, succeed } from './end-import.ts'
import { FAILED, INTERRUPTED, ofAppError, TIMED_OUT } from './errors.ts'
import { ImportFailure } from './import-failure.ts'
import { IMPORT_MS } from './limits.ts'
import { planImport } from './plan.ts'
import * as records from './records.ts'
import { runImport, type RunEvents } from './run.ts'
import { runScript, type ScriptEvents, type ScriptProgress } from './script/run-script.ts'

/** Starts to load a received file. The project stays awake until the import has ended. */
export function beginJob(
  context: Pick<ImportContext, 'clock' | 'jobsOf' | 'queue' | 'refuseProtectedSchema'>,
  project: Project,
  job: ImportJob,
): void {
  const release = project.holdAwake()
  job.isActive = true
  job.ended = perform(context, project, job)
    .catch((error: unknown) =>
      project.log('imports').error({ error: String(error) }, 'Could not end an import.'),
    )
    .finally(release)
}

async function perform(
  context: Pick<ImportContext, 'clock' | 'jobsOf' | 'queue' | 'refuseProtectedSchema'>,
  project: Project,
  job: ImportJob,
): Promise<void> {
  const deadline = AbortSignal.timeout(IMPORT_MS)
  const signal = AbortSignal.any([job.stopping.signal, deadline])
  try {
    await context.queue.run(project.ref, async () => {
      signal.throwIfAborted()
      await load(context, project, { job, signal })
    })
    await succeed(context, project, job)
  } catch (error) {
    const problem = deadline.aborted ? TIMED_OUT : problemOf(project, job, error)
    await endByOutcome(context, project, job, problem)
  }
}

async function load(
  { refuseProtectedSchema }: Pick<ImportContext, 'refuseProtectedSchema'>,
  project: Project,
  { job, signal }: { readonly job: ImportJob; readonly signal: AbortSignal },
): Promise<void> {
  await change(project, job, { status: 'running' })
  const { definition, shown } = job.stored
  const path = records.filePath(project, shown.id)
  if ('kind' in definition) {
    await runScript(project, { path, definition, signal }, eventsOfScript(project, job))
    return
  }
  // The table may have changed since the import was created.
  const plan = await planImport(project.database.as('postgres'), definition, refuseProtectedSchema)
  const request = { path, definition, plan, author: shown.created_by, signal }
  await runImport(project, request, recordsOfRun(project, job))
}

const eventsOfScript = (project: Project, job: ImportJob): ScriptEvents => {
  const shownOf = ({ progress, rows, statements, skipped }: ScriptProgress) => ({
    progress,
    rows,
    statements,
    skipped_statements: skipped,
  })
  return {
    begun: (transaction) => keepTransaction(project, job, transaction),
    moved: (progress) => show(job, shownOf(progress)),
    committing: (progress) => change(project, job, shownOf(progress)),
  }
}

async function keepTransaction(project: Project, job: ImportJob, transaction: string) {
  job.stored = { ...job.stored, transaction }
  await records.writeImport(project, job.stored)
}

const recordsOfRun = (project: Project, job: ImportJob): RunEvents => ({
  begun: (transaction) => keepTransaction(project, job, transaction),
  moved: ({ progress, rows, rejected }) =>
    show(job, { progress, rows, rejected_rows: rejected.length }),
  async committing({ rows, rejected, tableId }) {
    await records.writeRejectedRows(project, job.stored.shown.id, rejected)
    await change(project, job, { rows, rejected_rows: rejected.length, table_id: tableId })
  },
})

function problemOf(project: Project, job: ImportJob, error: unknown): ImportProblem {
  if (job.stopping.signal.aborted) return INTERRUPTED
  if (error instanceof ImportFailure) return error.problem
  if (error instanceof AppError) return ofAppError(error)
  project.log('imports').error({ error: String(error) }, 'An import failed.')
  return FAILED
}
