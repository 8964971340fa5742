import type { NewStorageJob, StorageJob } from '@stoa/contract/services/storage/jobs'
import { z } from 'zod'
import type { Caller } from '../../../project/caller.ts'
import type { Project } from '../../../project/project.ts'
import type { JobRun } from '../../../project/service.ts'
import { serviceCaller } from '../../../project/resolve-caller.ts'
import { getBucket } from '../buckets/buckets.ts'
import { createContext, type ContextDeps, type StorageContext } from '../context.ts'
import { storageError } from '../errors.ts'
import { isNamePart } from '../names.ts'
import { countSelected, runStep, type Running } from './bulk-steps.ts'
import { jobNotFound } from './errors.ts'
import { MAX_ATTEMPTS } from './limits.ts'
import {
  cancelJob,
  failJob,
  findJob,
  findJobs,
  findRunning,
  findRunningIds,
  insertJob,
  saveStep,
  type JobKey,
} from './queries.ts'

/** Deletions, moves and copies of many objects, as durable jobs. */
export type BulkJobs = {
  /**
   * Starts work on the objects that exist now, as a caller, or as a member, who bypasses row level
   * security. Rejects with `NoSuchBucket`, or `InvalidParameter` if the selection makes no sense.
   */
  start(
    context: StorageContext,
    bucket: string,
    job: NewStorageJob,
    caller?: Caller,
  ): Promise<StorageJob>
  list(project: Project, bucket: string): Promise<StorageJob[]>
  /** Rejects with 404 `storage_job_not_found`. */
  read(project: Project, key: JobKey): Promise<StorageJob>
  /** Ends a job after its current step; an ended job does not change. */
  cancel(project: Project, key: JobKey): Promise<StorageJob>
  /** Resumes work whose queued jobs were lost. */
  recover(project: Project): Promise<void>
  run(project: Project, job: JobRun): Promise<void>
}

export const BULK_JOB = 'bulk'

export function createBulkJobs(deps: ContextDeps): BulkJobs {
  return {
    read,
    start,
    list: findJobs,
    async cancel(project, key) {
      await cancelJob(project, key)
      return read(project, key)
    },
    async recover(project) {
      for (const id of await findRunningIds(project)) await enqueue(project, id)
    },
    run: (project, job) => run(deps, project, job),
  }
}

async function read(project: Project, key: JobKey): Promise<StorageJob> {
  const job = await findJob(project, key)
  if (job) return job
  throw jobNotFound()
}

async function start(
  context: Pick<StorageContext, 'newId' | 'project' | 'session'>,
  bucket: string,
  job: NewStorageJob,
  caller?: Caller,
): Promise<StorageJob> {
  const { project, newId } = context
  const { names = [], prefixes = [] } = job
  checkSelection(bucket, job)
  await getBucket(context, bucket)
  if (job.verb !== 'delete' && job.to_bucket !== undefined) await getBucket(context, job.to_bucket)
  const total = await countSelected(context, { bucket, names, prefixes })
  const id = newId()
  await insertJob(project, { id, bucket, job, caller, total })
  await enqueue(project, id)
  return read(project, { bucket, id })
}

const enqueue = (project: Project, id: string): Promise<void> =>
  project.addJob('storage', BULK_JOB, { id }, { key: id, maxAttempts: MAX_ATTEMPTS })

async function run(
  deps: ContextDeps,
  project: Project,
  { payload, isLastAttempt, signal }: JobRun,
): Promise<void> {
  const id = z.uuid().parse(payload['id'])
  try {
    while (await step(deps, project, { id, signal })) signal.throwIfAborted()
  } catch (error) {
    if (!isLastAttempt || signal.aborted) throw error
    const message = error instanceof Error ? error.message.slice(0, 500) : String(error)
    await failJob(project, id, message)
  }
}

/** Resolves to whether there may be more. */
async function step(
  deps: ContextDeps,
  project: Project,
  { id, signal }: { readonly id: string; readonly signal: AbortSignal },
): Promise<boolean> {
  const running = await findRunning(project, id)
  if (!running) return false
  const done = await runStep(contextOf(deps, project, running), running, signal)
  await saveStep(project, id, done)
  return !done.isLast
}

const contextOf = (deps: ContextDeps, project: Project, { verb, claims }: Running) =>
  createContext(
    deps,
    { project, caller: claims === null ? serviceCaller : callerOf(claims) },
    { operation: `storage.${verb}_many`, method: '', path: '', headersJson: '{}' },
  )

function checkSelection(bucket: string, job: NewStorageJob): void {
  const { names = [], prefixes = [] } = job
  const refuse = (message: string) => storageError('InvalidParameter', { message })
  const selected = [...names, ...prefixes]
  if (selected.length === 0) throw refuse('Select at least one name or prefix.')
  if (!selected.every(isNamePart)) throw refuse('Invalid prefix')
  if (job.verb === 'delete') return
  const { from_folder: from, to_folder: to, to_bucket: other = bucket } = job
  if (!isNamePart(from) || !isNamePart(to)) throw refuse('Invalid folder')
  if (!selected.every((name) => name.startsWith(from)))
    throw refuse('Every selected name must begin with from_folder.')
  if (other !== bucket) return
  if (from === to && job.verb === 'move') throw refuse('The objects are already in this folder.')
  if (from !== to && prefixes.some((prefix) => to.startsWith(prefix)))
    throw refuse('A folder cannot be placed inside itself.')
}

const callerOf = (claims: Readonly<Record<string, unknown>>): Caller => ({
  role: String(claims['role']),
  claims,
  claimsJson: JSON.stringify(claims),
})
