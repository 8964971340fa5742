import type { Readable } from 'node:stream'
import type { Import } from '@stoa/contract/services/imports/imports'
import { AppError } from '../../lib/errors.ts'
import type { Project } from '../../project/project.ts'
import { show, type ImportContext, type ImportJob } from './context.ts'
import { change, fail } from './end-import.ts'
import * as refusals from './errors.ts'
import { receive } from './receive.ts'
import { fileBytes, filePath, readImport } from './records.ts'
import { beginJob } from './run-job.ts'

type SentFile = { readonly id: string; readonly offset: number; readonly body: Readable }

/**
 * Receives the file of an import, or the rest of it. The import then runs even if the client
 * disconnects.
 */
export async function receiveImport(
  context: Pick<ImportContext, 'clock' | 'jobsOf' | 'queue' | 'refuseProtectedSchema'>,
  project: Project,
  { id, offset, body }: SentFile,
): Promise<Import> {
  const job = context.jobsOf(project).get(id)
  if (!job) throw (await readImport(project, id)) ? refusals.ended() : refusals.notFound()
  if (job.isActive) throw refusals.alreadySent()
  const { received_bytes: received } = job.stored.shown
  if (offset !== received) throw refusals.offsetWrong(received)
  job.isActive = true
  const receiving = store(context, project, { job, body })
  job.ended = receiving.catch(() => {})
  await receiving
  beginJob(context, project, job)
  return job.stored.shown
}

type Receiving = { readonly job: ImportJob; readonly body: Readable }

async function store(
  context: Pick<ImportContext, 'clock' | 'jobsOf'>,
  project: Project,
  { job, body }: Receiving,
): Promise<void> {
  const { id, file_bytes: expected, received_bytes: start } = job.stored.shown
  try {
    const path = filePath(project, id)
    const { signal } = job.stopping
    const bytes = await receive(project, body, { path, start, maxBytes: expected - start, signal })
    if (start + bytes !== expected) throw refusals.incomplete()
    await change(project, job, { status: 'queued', received_bytes: expected })
  } catch (error) {
    const isLost = error instanceof AppError && error.code === 'import_connection_lost'
    if (isLost && !job.stopping.signal.aborted) {
      show(job, { received_bytes: await fileBytes(project, id) })
      job.waitingSince = context.clock.now().getTime()
      job.isActive = false
      throw error
    }
    const problem = error instanceof AppError ? refusals.ofAppError(error) : refusals.FILE_MISSING
    await fail(context, project, job, problem)
    throw job.isCancelled ? refusals.ended() : error
  }
}
