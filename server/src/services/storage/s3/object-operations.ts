import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { StorageContext } from '../context.ts'
import { copyObject } from '../objects/copy.ts'
import { findObject, readableNames, removeObjects, type StoredObject } from '../objects/objects.ts'
import { upload, type Described } from '../objects/upload.ts'
import { sendObject } from '../wire/send-object.ts'
import { explainExisting, mustBeNew, requireSource } from './conditional-writes.ts'
import { s3Error } from './errors.ts'
import { readXml, refuseVersion, sendXml, type S3Request } from './request.ts'
import { unescapeXml } from './xml.ts'

const META = 'x-amz-meta-'
const MAX_META_BYTES = 8 * 1024

export async function getObject({ context, request, reply, bucket, key, query }: S3Request) {
  const { session, store } = context(request.method === 'HEAD' ? 's3.object.info' : 's3.object.get')
  const find = async () => {
    const object = await findObject(session, { bucket, name: key })
    void reply.headers(metaHeaders(object))
    return object
  }
  const overrides = [...query].filter(([name]) => name.startsWith('response-'))
  const sent = await sendObject(request, reply, {
    store,
    find,
    headers: Object.fromEntries(
      overrides.map(([name, value]) => [name.slice('response-'.length), value]),
    ),
  })
  return sent
}

/** Objects have no tags. Clients that copy an object ask for them. */
export async function getObjectTagging({ context, reply, bucket, key }: S3Request) {
  await findObject(context('s3.object.get_tagging').session, { bucket, name: key })
  return sendXml(reply, 'Tagging', { TagSet: '' })
}

export async function putObject(s3: S3Request) {
  const { context, request, reply, bucket, key, openBody } = s3
  const isNew = mustBeNew(request)
  const { metadata } = await upload(
    context('s3.upload'),
    { bucket, name: key, isUpsert: !isNew },
    () => {
      const { content, length } = openBody()
      const described = describe(request)
      return Promise.resolve({
        body: content,
        length: { atLeast: length, atMost: length },
        mimetype: mimetypeOf(request),
        described: () => described,
      })
    },
  ).catch(explainExisting(isNew))
  return reply.header('etag', metadata.eTag).send()
}

export async function copyToObject(s3: S3Request) {
  const { context, request, reply, bucket, key } = s3
  const isReplaced = request.headers['x-amz-metadata-directive'] === 'REPLACE'
  const { userMetadata, cacheControl, contentEncoding } = describe(request)
  const copied = await copyObject(context('s3.object.copy'), {
    from: copySource(request),
    to: { bucket, name: key },
    isUpsert: true,
    accept: (source) => requireSource(request, source),
    copyMetadata: !isReplaced,
    ...(isReplaced && {
      metadata: { mimetype: mimetypeOf(request), cacheControl, contentEncoding },
      userMetadata,
    }),
  })
  return sendXml(reply, 'CopyObjectResult', {
    ETag: copied.metadata?.eTag,
    LastModified: new Date(copied.metadata?.lastModified ?? copied.updated_at).toISOString(),
  })
}

/** Deleting an object that does not exist succeeds, as in S3. */
export async function deleteObject({ context, reply, bucket, key }: S3Request) {
  const denied = await removeOrDeny(context('s3.object.delete'), bucket, [key])
  if (denied.size > 0) throw s3Error('AccessDenied', DENIED)
  return reply.status(204).send()
}

const DENIED = 'You do not have permission to delete this object.'

/** Deletes objects. Resolves to the names of those that the caller can read but not delete. */
async function removeOrDeny(
  context: StorageContext,
  bucket: string,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const removed = await removeObjects(context, bucket, names)
  return removed.length === names.length ? new Set() : readableNames(context, bucket, names)
}

const Deletion = z.object({
  Delete: z.object({
    Object: z
      .array(z.object({ Key: z.string(), VersionId: z.string().optional() }))
      .min(1)
      .max(1000),
    Quiet: z.string().optional(),
  }),
})

export async function deleteObjects(s3: S3Request) {
  const { context, reply, bucket } = s3
  const parsed = Deletion.safeParse(await readXml(s3))
  if (!parsed.success) throw s3Error('MalformedXML')
  const { Object: objects, Quiet: quiet } = parsed.data.Delete
  for (const { VersionId: version } of objects) refuseVersion(version)
  const names = objects.map(({ Key }) => unescapeXml(Key))
  const denied = await removeOrDeny(context('s3.object.delete_many'), bucket, names)
  const deleted = names.filter((name) => !denied.has(name))
  return sendXml(reply, 'DeleteResult', {
    Deleted: quiet === 'true' ? undefined : deleted.map((Key) => ({ Key })),
    Error: [...denied].map((Key) => ({ Key, Code: 'AccessDenied', Message: DENIED })),
  })
}

/** The object that `x-amz-copy-source` names: `/bucket/key`, percent-encoded. */
export function copySource({ headers }: FastifyRequest) {
  const invalid = () => s3Error('InvalidArgument', 'The x-amz-copy-source header is invalid.')
  const [text = ''] = String(headers['x-amz-copy-source']).split('?', 1)
  let source: string
  try {
    source = decodeURIComponent(text).replace(/^\//, '')
  } catch {
    throw invalid()
  }
  const slash = source.indexOf('/')
  if (slash < 1) throw invalid()
  return { bucket: source.slice(0, slash), name: source.slice(slash + 1) }
}

/** The properties of the content in a request's headers. */
export function describe({ headers }: FastifyRequest): Described {
  const encoding = (headers['content-encoding'] ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'aws-chunked')
    .join(', ')
  return {
    cacheControl: text(headers['cache-control'], 200) ?? 'no-cache',
    contentEncoding: encoding === '' ? undefined : text(encoding, 50),
    userMetadata: metaOf(headers),
  }
}

function metaOf(headers: FastifyRequest['headers']): Readonly<Record<string, string>> | undefined {
  const meta = Object.entries(headers)
    .filter(([name]) => name.startsWith(META))
    .map(([name, value]) => [name.slice(META.length), String(value)] as const)
  if (meta.length === 0) return undefined
  if (meta.reduce((sum, [name, value]) => sum + name.length + value.length, 0) > MAX_META_BYTES)
    throw s3Error('InvalidArgument', `The metadata must have at most ${MAX_META_BYTES} bytes.`)
  return Object.fromEntries(meta)
}

/** Metadata stored by other protocols can have any name and value; headers cannot. */
function metaHeaders({ user_metadata: meta }: StoredObject): Readonly<Record<string, string>> {
  const pairs = Object.entries(meta ?? {}).flatMap(([name, value]): [string, string][] => {
    const shown = typeof value === 'string' ? value : JSON.stringify(value)
    return /^[\w.-]+$/.test(name) && /^[\x20-\x7e]*$/.test(shown)
      ? [[`${META}${name.toLowerCase()}`, shown]]
      : []
  })
  return Object.fromEntries(pairs)
}

export function mimetypeOf({ headers }: FastifyRequest): string {
  return text(headers['content-type'], 255) ?? 'application/octet-stream'
}

const text = (value: string | undefined, maxLength: number): string | undefined => {
  const trimmed = value?.trim() ?? ''
  return trimmed === '' || trimmed.length > maxLength || !/^[\x20-\x7e]+$/.test(trimmed)
    ? undefined
    : trimmed
}
