import {
  copyStorageObject,
  listStorageObjects,
  MAX_FOUND_OBJECTS,
  moveStorageObject,
  readStorageObject,
  removeStorageObjects,
  searchStorageObjects,
  signStorageDownloads,
  signStorageUpload,
} from '@stoa/contract/services/storage/members'
import { route, type Route } from '../../../lib/http.ts'
import type { MemberContextOf } from '../context.ts'
import { copyObject, moveObject } from './copy.ts'
import { listPage, searchObjects, type Entry } from './list.ts'
import { findObject, removeObjects, type Key, type Metadata } from './objects.ts'
import { encodePath, signDownloads, signUpload } from './sign.ts'

/** The members' routes for the objects of a bucket. */
export const objectMemberRoutes = (contextOf: MemberContextOf): readonly Route[] => [
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
