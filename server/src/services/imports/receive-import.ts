import type { Readable } from 'node:stream'
import type { Import } from '@stoa/contract/services/imports/imports'
import { AppError } from '../../lib/errors.ts'
import type { Project } from '../../project/project.ts'
import type { ImportContext, ImportJob } from './context.ts'
import { change, fail } from './end-import.ts'
import { alreadySent, ended, FILE_MISSING, incomplete, notFound, ofAppError } from './errors.ts'
import { receive } from './receive.ts'
import { filePath, readImport } from './records.ts'
import { beginJob } from './run-job.ts'

/** Receives the file of an import. The import then runs even if the client disconnects. */
export async function receiveImport(
  context: Pick<ImportContext, 'clock' | 'jobsOf' | 'queue' | 'refuseProtectedSchema'>,
  project: Project,
  { id, body }: { readonly id: string; readonly body: Readable },
): Promise<Import> {
  const job = context.jobsOf(project).get(id)
  if (!job) throw (await readImport(project, id)) ? ended() : notFound()
  if (job.isActive) throw alreadySent()
  job.isActive = true
  const receiving = store(context, project, { job, body })
  job.ended = receiving.catch(() => {})
  await receiving
  beginJob(context, project, job)
  return job.stored.shown
}

async function store(
  context: Pick<ImportContext, 'clock' | 'jobsOf'>,
  project: Project,
  { job, body }: { readonly job: ImportJob; readonly body: Readable },
): Promise<void> {
  const { id, file_bytes: expected } = job.stored.shown
  try {
    const path = filePath(project, id)
    const { signal } = job.stopping
    const bytes = await receive(project, body, { path, maxBytes: expected, signal })
    if (bytes !== expected) throw incomplete()
    await change(project, job, { status: 'queued' })
  } catch (error) {
    const problem = error instanceof AppError ? ofAppError(error) : FILE_MISSING
    await fail(context, project, job, problem)
    throw job.isCancelled ? ended() : error
  }
}
