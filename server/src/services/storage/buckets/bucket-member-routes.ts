import { z } from 'zod'
import {
  createStorageBucket,
  deleteStorageBucket,
  listStorageBuckets,
  MAX_COUNTED_OBJECTS,
  readStorageBucket,
  updateStorageBucket,
} from '@stoa/contract/services/storage/members'
import { route, type Route } from '../../../lib/http.ts'
import { sql } from '../../../postgres/sql.ts'
import type { MemberContextOf, StorageContext } from '../context.ts'
import { createBucket, deleteBucket, getBucket, listBuckets, updateBucket } from './buckets.ts'

/** The members' routes for buckets. */
export const bucketMemberRoutes = (contextOf: MemberContextOf): readonly Route[] => [
  route(listStorageBuckets).to(async ({ query, request }) => {
    const context = contextOf(request)
    const { sort, order, ...page } = query
    const buckets = await listBuckets(context, { ...page, sortColumn: sort, sortOrder: order })
    const counts = await countObjects(
      context,
      buckets.map(({ id }) => id),
    )
    return buckets.map((bucket) => ({ ...bucket, object_count: counts.get(bucket.id) ?? 0 }))
  }),
  route(readStorageBucket).to(({ params, request }) =>
    getBucket(contextOf(request), params.bucket),
  ),
  route(createStorageBucket).to(async ({ body, request }) => {
    const context = contextOf(request)
    await createBucket(context, { id: body.id, ...optionsOf(body) })
    await request.recordAudit({
      action: 'storage_bucket.create',
      target: body.id,
      metadata: changesOf(body),
    })
    return getBucket(context, body.id)
  }),
  route(updateStorageBucket).to(async ({ params, body, request }) => {
    const context = contextOf(request)
    await updateBucket(context, params.bucket, optionsOf(body))
    await request.recordAudit({
      action: 'storage_bucket.update',
      target: params.bucket,
      metadata: changesOf(body),
    })
    return getBucket(context, params.bucket)
  }),
  route(deleteStorageBucket).to(async ({ params, request }) => {
    await deleteBucket(contextOf(request), params.bucket)
    await request.recordAudit({ action: 'storage_bucket.delete', target: params.bucket })
    return {}
  }),
]

async function countObjects(
  { session }: Pick<StorageContext, 'session'>,
  buckets: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await session.list(
    sql`
      select pg_catalog.jsonb_build_object('id', b.id, 'count', (
        select pg_catalog.count(*) from (
          select from storage.objects as o where o.bucket_id = b.id limit ${MAX_COUNTED_OBJECTS}
        ) as counted))
      from pg_catalog.unnest(${buckets}::text[]) as b (id)`,
    z.object({ id: z.string(), count: z.int() }),
  )
  return new Map(rows.map(({ id, count }) => [id, count]))
}

const optionsOf = (body: {
  readonly public?: boolean | undefined
  readonly file_size_limit?: number | null | undefined
  readonly allowed_mime_types?: readonly string[] | null | undefined
}) => ({
  public: body.public,
  fileSizeLimit: body.file_size_limit,
  allowedMimeTypes: body.allowed_mime_types,
})

/** The options of a bucket that a member set, for the audit log. */
const changesOf = ({
  public: isPublic,
  file_size_limit: limit,
  allowed_mime_types: types,
}: {
  readonly public?: boolean | undefined
  readonly file_size_limit?: number | null | undefined
  readonly allowed_mime_types?: readonly string[] | null | undefined
}) => ({
  ...(isPublic !== undefined && { public: isPublic }),
  ...(limit !== undefined && { file_size_limit: limit }),
  ...(types !== undefined && { allowed_mime_types: types && types.join(', ') }),
})
