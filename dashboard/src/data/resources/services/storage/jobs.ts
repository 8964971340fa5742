import {
  cancelStorageJob,
  readStorageJob,
  startStorageJob,
} from '@stoa/contract/operations/services/storage/jobs'
import type { NewStorageJob, StorageJob } from '@stoa/contract/services/storage/jobs'
import { MAX_JOB_ENTRIES } from '@stoa/contract/services/storage/limits'
import { ApiError } from '../../../client/api-error.ts'
import type { Call } from '../../../client/api.ts'

const POLL_MS = 400

type JobWatch = {
  onProgress?: (job: StorageJob) => void
  /** Stops the job on the server. */
  signal?: AbortSignal
}

/**
 * Runs a job on many objects, which continues on the server when the page is closed. Resolves when
 * it is done or was stopped by `signal`; rejects if it failed or somebody else canceled it.
 */
export async function runStorageJob(
  call: Call,
  params: { ref: string; bucket: string },
  body: NewStorageJob,
  { onProgress, signal }: JobWatch = {},
): Promise<StorageJob> {
  let job = await call(startStorageJob, { params, body })
  const byId = { params: { ...params, id: job.id } }
  while (job.state === 'running') {
    onProgress?.(job)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    job = await call(signal?.aborted === true ? cancelStorageJob : readStorageJob, byId)
  }
  onProgress?.(job)
  if (job.state === 'done' || (job.state === 'canceled' && signal?.aborted === true)) return job
  const done = { delete: 'deleted', move: 'moved', copy: 'copied' }[job.verb]
  throw new ApiError(
    job.state === 'canceled' ? 'The job was canceled.' : (job.message ?? 'The job failed.'),
    {
      code: 0,
      errorCode: `storage_job_${job.state}`,
      hint: `Files that are already ${done} stay ${done}. Start again for the others.`,
    },
  )
}

/** Splits the names and prefixes of a selection into parts that fit into one job each. */
export function jobParts(
  names: readonly string[],
  prefixes: readonly string[],
): { names: string[]; prefixes: string[] }[] {
  const count = Math.ceil(Math.max(names.length, prefixes.length) / MAX_JOB_ENTRIES)
  return Array.from({ length: count }, (_, index) => {
    const part = [index * MAX_JOB_ENTRIES, (index + 1) * MAX_JOB_ENTRIES] as const
    return { names: names.slice(...part), prefixes: prefixes.slice(...part) }
  })
}
