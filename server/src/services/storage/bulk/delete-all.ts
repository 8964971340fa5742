import type { NewStorageJob } from '@stoa/contract/services/storage/jobs'
import type { Caller } from '../../../project/caller.ts'
import { sql } from '../../../postgres/sql.ts'
import { getBucket } from '../buckets/buckets.ts'
import type { StorageContext } from '../context.ts'
import type { BulkJobs } from './bulk-jobs.ts'
import { countSelected, hasPrefix } from './bulk-steps.ts'

/** The maximum number of objects that a request deletes itself. */
const MAX_AT_ONCE = 2000

type Deletion = {
  /** If not, a job continues it. */
  readonly isDone: boolean
  /** The objects that were deleted, or that the job will delete. */
  readonly count: number
}

/**
 * Deletes the existing objects with a prefix that the caller can delete: few of them at once, more
 * as a job with the caller's rights.
 */
export async function deleteAll(
  context: StorageContext,
  bulkJobs: BulkJobs,
  {
    bucket,
    prefix,
    caller,
  }: { readonly bucket: string; readonly prefix: string; readonly caller: Caller },
): Promise<Deletion> {
  const { session, removeContent } = context
  await getBucket(context, bucket)
  const count = await countSelected(
    context,
    { bucket, names: [], prefixes: [prefix] },
    MAX_AT_ONCE + 1,
  )
  if (count > MAX_AT_ONCE) {
    const job: NewStorageJob = { verb: 'delete', prefixes: [prefix] }
    const { total } = await bulkJobs.start(context, bucket, job, caller)
    return { isDone: false, count: total }
  }
  const deleted = await session.run(
    sql`
      delete from storage.objects as o
      where o.bucket_id = ${bucket} and ${prefix === '' ? sql`true` : hasPrefix(sql`${prefix}::text`)}`,
  )
  removeContent()
  return { isDone: true, count: deleted }
}
