import type { Import } from '@stoa/contract/services/imports/imports'
import type { Project } from '../../project/project.ts'
import type { ImportContext } from './context.ts'
import { endUnsent, fail } from './end-import.ts'
import { ended, FILE_MISSING, notFound } from './errors.ts'
import { readImport, readImports } from './records.ts'

/** The newest imports, with the progress of those that run. */
export async function listImports(
  context: Pick<ImportContext, 'clock' | 'jobsOf'>,
  project: Project,
): Promise<Import[]> {
  await endUnsent(context, project)
  const jobs = context.jobsOf(project)
  const stored = await readImports(project)
  return stored.map(({ shown }) => jobs.get(shown.id)?.stored.shown ?? shown)
}

/** Rolls an import back, unless it is committed in the same moment. */
export async function cancelImport(
  context: Pick<ImportContext, 'clock' | 'jobsOf'>,
  project: Project,
  id: string,
): Promise<Import> {
  const job = context.jobsOf(project).get(id)
  if (!job) throw (await readImport(project, id)) ? ended() : notFound()
  job.isCancelled = true
  job.stopping.abort()
  if (job.isActive) await job.ended
  else await fail(context, project, job, FILE_MISSING)
  return job.stored.shown
}

/** Interrupts all imports of a project that stops. */
export async function stopImports(
  context: Pick<ImportContext, 'jobsOf'>,
  project: Project,
): Promise<void> {
  const jobs = [...context.jobsOf(project).values()]
  for (const { stopping } of jobs) stopping.abort()
  await Promise.all(jobs.map(({ ended: over }) => over))
  context.jobsOf(project).clear()
}
