import type { Caller } from '../../../project/caller.ts'
import { sql } from '../../../postgres/sql.ts'
import { getBucket } from '../buckets/buckets.ts'
import type { StorageContext } from '../context.ts'
import type { BulkJobs } from './bulk-jobs.ts'
import { countSelected } from './bulk-steps.ts'

/** The most objects that a request deletes itself. */
const MAX_AT_ONCE = 2000

/**
 * Deletes the objects of a bucket that exist now and that the caller may delete: few of them at once,
 * more as a job with the caller's rights. Resolves to whether it is done.
 */
export async function emptyBucket(
  context: StorageContext,
  bulkJobs: BulkJobs,
  { bucket, caller }: { readonly bucket: string; readonly caller: Caller },
): Promise<boolean> {
  const { session, removeContent } = context
  await getBucket(context, bucket)
  const everything = { bucket, names: [], prefixes: [''] }
  const count = await countSelected(context, everything, MAX_AT_ONCE + 1)
  if (count > MAX_AT_ONCE) {
    await bulkJobs.start(context, bucket, { verb: 'delete', prefixes: [''] }, caller)
    return false
  }
  await session.run(sql`delete from storage.objects where bucket_id = ${bucket}`)
  removeContent()
  return true
}
