import type { Readable } from 'node:stream'
import { z } from 'zod'
import { AppError } from '../../../lib/errors.ts'
import { bucketRules, type Bucket } from '../buckets/buckets.ts'
import type { StagedContent } from '../backend/object-store.ts'
import type { StorageContext } from '../context.ts'
import { storageError } from '../errors.ts'
import { noteUpload } from '../events.ts'
import { checkKey } from '../names.ts'
import { addContent } from './new-content.ts'
import { insertObject, upsertObject, type Key, type Metadata, type NewObject } from './objects.ts'

/** The meter of received content. */
export const UPLOADED = 'uploaded_bytes'

/** The content of an object as a client sends it. */
export type Incoming = {
  readonly body: Readable
  readonly mimetype: string
  /** The length, if it is known before the body has arrived. */
  readonly length: { readonly atLeast: number; readonly atMost: number }
  /** Read after the body has ended, because a form can have fields after the file. */
  readonly described: () => Described
}

export type Described = {
  readonly cacheControl: string
  /** The encoding of the content, such as `gzip`; it is stored and sent unchanged. */
  readonly contentEncoding: string | undefined
  readonly userMetadata: Readonly<Record<string, unknown>> | undefined
}

export type UploadOptions = Key & {
  readonly isUpsert: boolean
  /** The account that will own the object; the caller's if absent. */
  readonly owner?: string | undefined
}

export type Uploaded = { readonly id: string; readonly metadata: Metadata }

/**
 * A longer body, or one of unknown length, is read only after the caller's permission is checked.
 */
const MAX_UNCHECKED_BYTES = 256 * 1024

/** The parts of a context that an upload uses. The session decides what is allowed. */
export type Uploading = Omit<StorageContext, 'unfinished'>

/**
 * Stores content under a name. The session decides whether that is allowed; its row commits after
 * the content is durable, and content without a row is removed. Of two uploads to one name, the
 * last one to commit wins.
 */
export async function upload(
  context: Uploading,
  options: UploadOptions,
  receive: () => Promise<Incoming>,
): Promise<Uploaded> {
  const { store } = context
  checkKey(options.name)
  const rules = await bucketRules(context, options.bucket)
  const maxBytes = sizeLimit(context, rules)
  const incoming = await receive()
  const { length } = incoming
  checkMimeType(rules, incoming.mimetype)
  if (length.atLeast > maxBytes) throw storageError('EntityTooLarge')
  if (length.atMost > MAX_UNCHECKED_BYTES) await checkUpload(context, options)
  const version = context.newVersion()
  const broken = new Set<unknown>()
  incoming.body.on('error', (error) => void broken.add(error))
  return addContent(store, {
    version,
    stage: async () => {
      const staged = await store
        .stage(version, incoming.body, {
          maxBytes,
          minBytes: length.atLeast,
          atMostBytes: length.atMost,
        })
        .catch((error: unknown) => {
          const isIncomplete = broken.has(error) && !(error instanceof AppError)
          throw isIncomplete ? storageError('InvalidRequest', INCOMPLETE) : error
        })
      context.project.count('storage', UPLOADED, staged.size)
      const { userMetadata, ...described } = incoming.described()
      const metadata = metadataOf(context, staged, { mimetype: incoming.mimetype, ...described })
      return { metadata, userMetadata }
    },
    commit: async (described) => {
      const row = rowOf(context, options, { version, ...described })
      const id = await commitObject(context, row, options.isUpsert)
      return { id, metadata: described.metadata }
    },
  })
}

const INCOMPLETE = { message: 'The body ended before it was complete' }

/** Rejects if the session cannot upload to this name. Changes nothing. */
export async function checkUpload(
  context: Pick<Uploading, 'session' | 'newId' | 'owner'>,
  options: UploadOptions,
): Promise<void> {
  checkKey(options.name)
  const row = rowOf(context, options, { version: context.newId() })
  await context.session.test(options.isUpsert ? upsertObject(row) : insertObject(row))
}

/** Commits the row of published content, and ends the upload. Resolves to the object's id. */
export async function commitObject(
  context: Uploading,
  row: NewObject,
  isUpsert: boolean,
): Promise<string> {
  const { session, store, removeContent, deliverEvents } = context
  let { id } = row
  if (isUpsert) id = (await session.maybe(upsertObject(row), z.string())) ?? id
  else await session.run(insertObject(row))
  // The client need not wait for this, because recovery settles committed uploads.
  store.settle(row.version).catch(() => {})
  noteUpload(context, row, row.metadata?.size ?? 0)
  if (id === row.id) deliverEvents()
  else removeContent()
  return id
}

/** The maximum file size in the bucket, in bytes. */
export const sizeLimit = (
  { settings }: Pick<StorageContext, 'settings'>,
  { file_size_limit: own }: Bucket,
): number => Math.min(settings.file_size_limit, own === null || own === 0 ? Infinity : own)

/** Rejects with `InvalidMimeType` if the bucket does not accept the type. */
export function checkMimeType({ allowed_mime_types: allowed }: Bucket, mimetype: string): void {
  if (allowed === null || allowed.length === 0) return
  const [type = ''] = mimetype.toLowerCase().split(';', 1)
  const isAllowed = allowed.some((pattern) =>
    pattern.endsWith('/*')
      ? type.startsWith(pattern.slice(0, -1).toLowerCase())
      : type.trim() === pattern.toLowerCase(),
  )
  if (!isAllowed)
    throw storageError('InvalidMimeType', {
      message: `mime type ${mimetype.slice(0, 100)} is not supported`,
    })
}

export const metadataOf = (
  { clock }: Pick<StorageContext, 'clock'>,
  { size, md5 }: StagedContent,
  content: Pick<Incoming, 'mimetype'> & Omit<Described, 'userMetadata'>,
): Metadata => ({
  eTag: `"${md5}"`,
  size,
  mimetype: content.mimetype,
  cacheControl: content.cacheControl,
  ...(content.contentEncoding !== undefined && { contentEncoding: content.contentEncoding }),
  lastModified: clock.now().toISOString(),
  contentLength: size,
  httpStatusCode: 200,
})

const rowOf = (
  { newId, owner }: Pick<StorageContext, 'newId' | 'owner'>,
  options: UploadOptions,
  content: Pick<NewObject, 'version'> & Partial<Pick<NewObject, 'metadata' | 'userMetadata'>>,
): NewObject => ({
  bucket: options.bucket,
  name: options.name,
  id: newId(),
  owner: options.owner ?? owner,
  metadata: undefined,
  userMetadata: undefined,
  ...content,
})
