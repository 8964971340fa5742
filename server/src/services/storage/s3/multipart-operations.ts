import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { z } from 'zod'
import type { ByteRange } from '../backend/object-store.ts'
import { bucketRules, getBucket } from '../buckets/buckets.ts'
import type { StorageContext } from '../context.ts'
import { storageError } from '../errors.ts'
import { addContent } from '../objects/new-content.ts'
import { findObject, type Key, type Metadata } from '../objects/objects.ts'
import {
  checkMimeType,
  checkUpload,
  commitObject,
  metadataOf,
  sizeLimit,
} from '../objects/upload.ts'
import { explainExisting, mustBeNew, requireSource } from './conditional-writes.ts'
import { s3Error } from './errors.ts'
import {
  deleteUpload,
  findUpload,
  insertUpload,
  listParts,
  listUploads,
  putPart,
  type Part,
} from './multipart-queries.ts'
import { copySource, describe, mimetypeOf } from './object-operations.ts'
import { countOf, readXml, sendXml, type S3Request } from './request.ts'
import { unescapeXml } from './xml.ts'

const MAX_PARTS = 10_000
const MIN_PART_BYTES = 5 * 1024 * 1024

export async function createMultipartUpload(s3: S3Request) {
  const { request, reply, bucket, key } = s3
  const context = s3.context('s3.upload.create_multipart')
  const { userMetadata, ...described } = describe(request)
  const mimetype = mimetypeOf(request)
  checkMimeType(await bucketRules(context, bucket), mimetype)
  await checkUpload(context, target(s3))
  const id = context.newId()
  const upload = {
    id,
    bucket,
    name: key,
    metadata: { mimetype, ...described },
    user_metadata: userMetadata ?? null,
  }
  await context.unfinished.within(context.system, { kind: 'multipart', id }, () =>
    insertUpload(context, upload),
  )
  return sendXml(reply, 'InitiateMultipartUploadResult', { Bucket: bucket, Key: key, UploadId: id })
}

export async function uploadPart(s3: S3Request) {
  const { reply } = s3
  const { content, length } = s3.openBody()
  const { etag } = await storePart(s3, { body: content, length })
  return reply.header('etag', etag).send()
}

export async function uploadPartCopy(s3: S3Request) {
  const { request, reply } = s3
  const { session, store } = s3.context('s3.upload.part_copy')
  const source = await findObject(session, copySource(request))
  requireSource(request, source)
  const { version, metadata } = source
  if (version === null) throw storageError('NoSuchKey')
  const size = metadata?.size ?? 0
  const range = rangeOf(request.headers['x-amz-copy-source-range'], size)
  const length = range ? range.end - range.start + 1 : size
  const body = await store.read(version, range)
  const { etag, created_at: createdAt } = await storePart(s3, { body, length })
  return sendXml(reply, 'CopyPartResult', { ETag: etag, LastModified: createdAt })
}

type Content = { readonly body: Readable; readonly length: number }

async function storePart(s3: S3Request, { body, length }: Content): Promise<Part> {
  try {
    const number = Number(s3.query.get('partNumber'))
    if (!(Number.isInteger(number) && number >= 1 && number <= MAX_PARTS))
      throw s3Error('InvalidArgument', `The part number must be from 1 to ${MAX_PARTS}.`)
    const context = s3.context('s3.upload.part')
    const { id } = await openUpload(s3, context)
    const maxBytes = sizeLimit(context, await bucketRules(context, s3.bucket))
    if (length > maxBytes) throw storageError('EntityTooLarge')
    const version = context.newVersion()
    const { store } = context
    const addition = { kind: 'part', id: version, bytes: length } as const
    return await context.unfinished.within(context.system, addition, () =>
      addContent(store, {
        version,
        stage: () => store.stage(version, body, { maxBytes, minBytes: length }),
        commit: async ({ size, md5 }) => {
          const part = { number, size, etag: `"${md5}"`, version }
          await putPart(context, keyOf(s3), id, part)
          await store.settle(version)
          // The content of the part that this one replaces.
          context.removeContent()
          return { ...part, created_at: context.clock.now().toISOString() }
        },
      }),
    )
  } catch (error) {
    body.destroy()
    throw error
  }
}

const Completion = z.object({
  CompleteMultipartUpload: z.object({
    Part: z
      .array(z.object({ PartNumber: z.string(), ETag: z.string() }))
      .min(1)
      .max(MAX_PARTS),
  }),
})

export async function completeMultipartUpload(s3: S3Request) {
  const { request, reply, bucket, key } = s3
  const isNew = mustBeNew(request)
  const asked = Completion.safeParse(await readXml(s3))
  if (!asked.success) throw s3Error('MalformedXML')
  const context = s3.context('s3.upload.complete_multipart')
  const upload = await openUpload(s3, context)
  const parts = chosenParts(
    asked.data.CompleteMultipartUpload.Part,
    await listParts(context, upload.id),
  )
  const size = parts.reduce((sum, part) => sum + part.size, 0)
  if (size > sizeLimit(context, await bucketRules(context, bucket)))
    throw storageError('EntityTooLarge')
  const { store } = context
  const version = context.newVersion()
  const metadata = {
    ...metadataOf(context, { size, md5: '' }, contentOf(upload.metadata)),
    eTag: joinedEtag(parts),
  }
  const row = {
    ...keyOf(s3),
    id: context.newId(),
    version,
    owner: upload.owner ?? undefined,
    metadata,
    userMetadata: upload.user_metadata ?? undefined,
  }
  await addContent(store, {
    version,
    stage: () =>
      store.stageJoin(
        version,
        parts.map((part) => part.version),
      ),
    commit: () => commitObject(context, row, !isNew),
  }).catch(explainExisting(isNew))
  // After a crash before this, the client can complete the upload again, with the same result.
  await deleteUpload(context, upload.id)
  return sendXml(reply, 'CompleteMultipartUploadResult', {
    Bucket: bucket,
    Key: key,
    ETag: metadata.eTag,
  })
}

export async function abortMultipartUpload(s3: S3Request) {
  const context = s3.context('s3.upload.abort_multipart')
  const { id } = await openUpload(s3, context)
  await deleteUpload(context, id)
  return s3.reply.status(204).send()
}

export async function listUploadedParts(s3: S3Request) {
  const { reply, bucket, key, query } = s3
  const context = s3.context('s3.upload.list_parts')
  const { id } = await openUpload(s3, context)
  const limit = countOf(query, 'max-parts')
  const after = Number(query.get('part-number-marker') ?? 0)
  if (!(Number.isInteger(after) && after >= 0 && after <= MAX_PARTS))
    throw s3Error('InvalidArgument', 'part-number-marker must be a part number.')
  const found = await listParts(context, id, { after, limit: limit + 1 })
  const parts = found.slice(0, limit)
  return sendXml(reply, 'ListPartsResult', {
    Bucket: bucket,
    Key: key,
    UploadId: id,
    PartNumberMarker: after,
    NextPartNumberMarker: parts.at(-1)?.number,
    MaxParts: limit,
    IsTruncated: found.length > limit,
    Part: parts.map(({ number, size, etag, created_at: createdAt }) => ({
      PartNumber: number,
      LastModified: new Date(createdAt).toISOString(),
      ETag: etag,
      Size: size,
    })),
    StorageClass: 'STANDARD',
  })
}

export async function listMultipartUploads({ context: open, reply, bucket, query }: S3Request) {
  const context = open('s3.upload.list_multipart')
  await getBucket(context, bucket)
  const limit = countOf(query, 'max-uploads')
  const prefix = query.get('prefix') ?? ''
  const after = { key: query.get('key-marker') ?? '', id: query.get('upload-id-marker') ?? '' }
  const found = await listUploads(context, bucket, { prefix, after, limit: limit + 1 })
  const uploads = found.slice(0, limit)
  const next = found.length > limit ? uploads.at(-1) : undefined
  return sendXml(reply, 'ListMultipartUploadsResult', {
    Bucket: bucket,
    KeyMarker: after.key,
    UploadIdMarker: after.id,
    NextKeyMarker: next?.key,
    NextUploadIdMarker: next?.id,
    Prefix: prefix,
    MaxUploads: limit,
    IsTruncated: next !== undefined,
    Upload: uploads.map(({ id, key, created_at: createdAt }) => ({
      Key: key,
      UploadId: id,
      Initiated: new Date(createdAt).toISOString(),
      StorageClass: 'STANDARD',
    })),
  })
}

const keyOf = ({ bucket, key }: S3Request): Key => ({ bucket, name: key })
const target = (s3: S3Request) => ({ ...keyOf(s3), isUpsert: true })

/** The upload that the request names, if the caller can upload to its object. */
async function openUpload(s3: S3Request, context: StorageContext) {
  await checkUpload(context, target(s3))
  return findUpload(context, keyOf(s3), s3.query.get('uploadId') ?? '')
}

function chosenParts(
  asked: readonly { readonly PartNumber: string; readonly ETag: string }[],
  stored: readonly Part[],
): Part[] {
  const byNumber = new Map(stored.map((part) => [part.number, part]))
  let previous = 0
  return asked.map(({ PartNumber, ETag }, index) => {
    const part = byNumber.get(Number(PartNumber))
    // Clients write the quotes as they are, as `&quot;`, or, in Go, as `&#34;`.
    const etag = unescapeXml(ETag).replaceAll('"', '')
    if (!part || part.etag !== `"${etag}"`) throw s3Error('InvalidPart')
    if (part.number <= previous) throw s3Error('InvalidPartOrder')
    if (part.size < MIN_PART_BYTES && index < asked.length - 1) throw s3Error('EntityTooSmall')
    previous = part.number
    return part
  })
}

/** The properties that the upload was created with. */
const contentOf = (metadata: Metadata | null) => ({
  mimetype: metadata?.mimetype ?? 'application/octet-stream',
  cacheControl: metadata?.cacheControl ?? 'no-cache',
  contentEncoding: metadata?.contentEncoding,
})

/** `bytes=0-99`, the part of the source that is copied. */
function rangeOf(header: string | string[] | undefined, size: number): ByteRange | undefined {
  if (header === undefined) return undefined
  const [, first = '', last = ''] = /^bytes=(\d{1,15})-(\d{1,15})$/.exec(String(header)) ?? []
  const range = { start: Number(first), end: Number(last) }
  if (first === '' || range.start > range.end || range.end >= size)
    throw s3Error('InvalidArgument', 'The range of the source is invalid.')
  return range
}

/** As S3 computes it: the digest of the parts' digests, and their number. */
function joinedEtag(parts: readonly Part[]): string {
  const digests = createHash('md5')
  for (const { etag } of parts) digests.update(Buffer.from(etag.slice(1, -1), 'hex'))
  return `"${digests.digest('hex')}-${parts.length}"`
}
