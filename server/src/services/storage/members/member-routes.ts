import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  copyStorageObject,
  createStorageBucket,
  deleteStorageBucket,
  listStorageBuckets,
  listStorageObjects,
  MAX_COUNTED_OBJECTS,
  MAX_FOUND_OBJECTS,
  moveStorageObject,
  readStorageBucket,
  readStorageObject,
  readStorageUsage,
  removeStorageObjects,
  searchStorageObjects,
  signStorageDownloads,
  signStorageUpload,
  updateStorageBucket,
} from '@stoa/contract/services/storage/members'
import { route } from '../../../lib/http.ts'
import { sql } from '../../../postgres/sql.ts'
import {
  createBucket,
  deleteBucket,
  getBucket,
  listBuckets,
  updateBucket,
} from '../buckets/buckets.ts'
import { createContext, type ContextDeps, type StorageContext } from '../context.ts'
import { copyObject, moveObject } from '../objects/copy.ts'
import { listPage, searchObjects, type Entry } from '../objects/list.ts'
import { findObject, removeObjects, type Key, type Metadata } from '../objects/objects.ts'
import { encodePath, signDownloads, signUpload } from '../objects/sign.ts'
import { serviceCaller } from '../../../project/resolve-caller.ts'

/**
 * The routes for members at `/platform/storage/:ref`. Members read and write regardless of
 * policies.
 */
export function addMemberRoutes(app: FastifyInstance, deps: ContextDeps): void {
  const contextOf = ({ project, method }: FastifyRequest): StorageContext =>
    createContext(
      deps,
      { project, caller: serviceCaller },
      { operation: 'storage.dashboard', method, path: '', headersJson: '{}' },
    )

  const routes = [
    route(readStorageUsage).to(async ({ request }) => {
      const { usage } = deps.storeOf(request.project)
      return { stored_bytes: usage.bytes(), limit_bytes: usage.limit }
    }),
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
    route(listStorageObjects).to(async ({ params, query, request }) => {
      const { prefix = '', limit = 100, sort = 'name', order = 'asc', cursor } = query
      const page = await listPage(contextOf(request), params.bucket, {
        prefix,
        limit,
        cursor,
        with_delimiter: true,
        sortBy: { column: sort, order },
      })
      return {
        folders: page.folders.map(({ name }) => name),
        objects: page.objects.map(entryOf),
        ...(page.nextCursor !== undefined && { next_cursor: page.nextCursor }),
      }
    }),
    route(searchStorageObjects).to(async ({ params, query, request }) => {
      const { text, sort: column = 'name', order = 'asc' } = query
      const limit = MAX_FOUND_OBJECTS + 1
      const found = await searchObjects(contextOf(request), params.bucket, {
        text,
        column,
        order,
        limit,
      })
      return {
        objects: found.slice(0, MAX_FOUND_OBJECTS).map(entryOf),
        has_more: found.length === limit,
      }
    }),
    route(readStorageObject).to(async ({ params, query, request }) => {
      const key = { bucket: params.bucket, name: query.name }
      const object = await findObject(contextOf(request).session, key)
      return {
        ...object,
        ...shown(object.metadata),
        etag: object.metadata?.eTag ?? null,
        user_metadata: object.user_metadata ?? {},
      }
    }),
    route(moveStorageObject).to(async ({ params, body, request }) => {
      const keys = keysOf(params.bucket, body)
      await moveObject(contextOf(request), keys)
      await request.recordAudit({ action: 'storage_object.move', ...placeOf(keys) })
      return {}
    }),
    route(copyStorageObject).to(async ({ params, body, request }) => {
      const keys = keysOf(params.bucket, body)
      await copyObject(contextOf(request), { ...keys, isUpsert: false, copyMetadata: true })
      await request.recordAudit({ action: 'storage_object.copy', ...placeOf(keys) })
      return {}
    }),
    route(removeStorageObjects).to(async ({ params, body, request }) => {
      const removed = await removeObjects(contextOf(request), params.bucket, body.names)
      const [first] = removed
      if (first)
        await request.recordAudit({
          action: 'storage_objects.delete',
          target: params.bucket,
          metadata: { count: removed.length, first: first.name },
        })
      return { removed: removed.map(({ name }) => name) }
    }),
    route(signStorageDownloads).to(async ({ params, body, request }) => {
      const { project } = request
      const signed = await signDownloads(contextOf(request), params.bucket, {
        paths: body.names,
        expiresIn: body.expires_in,
      })
      return signed.map(({ path, signedURL }) => ({
        name: path,
        url: signedURL && `${project.apiUrl}/storage/v1${encodeSigned(signedURL)}`,
      }))
    }),
    route(signStorageUpload).to(async ({ params, body, request }) => {
      const options = { bucket: params.bucket, name: body.name, isUpsert: body.replace ?? false }
      const { url, token } = await signUpload(contextOf(request), options)
      return { url: `${request.project.apiUrl}/storage/v1${url}`, token }
    }),
  ]
  for (const add of routes) add(app)
}

async function countObjects(
  { session }: StorageContext,
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

/** An object's old place and its new place or copy, for the audit log. */
const placeOf = ({ from, to }: { readonly from: Key; readonly to: Key }) => ({
  target: `${from.bucket}/${from.name}`,
  metadata: { to: `${to.bucket}/${to.name}` },
})

const keysOf = (
  bucket: string,
  { from, to, to_bucket: other }: { from: string; to: string; to_bucket?: string | undefined },
) => ({ from: { bucket, name: from }, to: { bucket: other ?? bucket, name: to } })

const entryOf = (object: Entry) => ({
  id: object.id ?? '',
  name: object.name,
  ...shown(object.metadata),
  created_at: object.created_at ?? '',
  updated_at: object.updated_at ?? '',
})

const shown = (metadata: Metadata | null) => ({
  size: metadata?.size ?? null,
  content_type: metadata?.mimetype ?? null,
  cache_control: metadata?.cacheControl ?? null,
})

/** The token is after the last question mark; a name can contain one too. */
function encodeSigned(path: string): string {
  const mark = path.lastIndexOf('?')
  return `${encodePath(path.slice(0, mark))}${path.slice(mark)}`
}
