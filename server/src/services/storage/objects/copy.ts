import { z } from 'zod'
import { sql } from '../../../postgres/sql.ts'
import { bucketRules } from '../buckets/buckets.ts'
import type { StorageContext } from '../context.ts'
import { storageError } from '../errors.ts'
import { checkKey } from '../names.ts'
import { findObject, OBJECT, StoredObject, type Key, type Metadata } from './objects.ts'
import { addContent } from './new-content.ts'
import { checkMimeType, commitObject, sizeLimit } from './upload.ts'

/** Replaces parts of the source's metadata. */
export const CopyMetadata = z.object({
  cacheControl: z
    .string()
    .max(200)
    .regex(/^[\x20-\x7e]*$/)
    .optional(),
  contentEncoding: z
    .string()
    .max(50)
    .regex(/^[\w, -]*$/)
    .optional(),
  mimetype: z
    .string()
    .max(255)
    .regex(/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:\s*;[\x20-\x7e]*)?$/)
    .optional(),
})

export type CopyOptions = {
  readonly from: Key
  readonly to: Key
  readonly isUpsert: boolean
  /** Copies the source's metadata; otherwise `metadata` and `userMetadata` replace it. */
  readonly copyMetadata: boolean
  readonly metadata?: z.infer<typeof CopyMetadata> | undefined
  readonly userMetadata?: Readonly<Record<string, unknown>> | undefined
  /** Throws if the request is for another state of the source. */
  readonly accept?: (source: StoredObject) => void
}

/** Copies an object that the caller can read to a name where the caller can upload. */
export async function copyObject(
  context: StorageContext,
  options: CopyOptions,
): Promise<StoredObject> {
  const { store, session, newId, newVersion, clock, owner } = context
  const { from, to, copyMetadata } = options
  checkKey(to.name)
  const source = await findObject(session, from)
  options.accept?.(source)
  const { version: original } = source
  if (original === null) throw storageError('NoSuchKey')
  const rules = await bucketRules(context, to.bucket)
  if ((source.metadata?.size ?? 0) > sizeLimit(context, rules)) throw storageError('EntityTooLarge')
  const given = copyMetadata ? {} : (options.metadata ?? {})
  const mimetype = given.mimetype ?? source.metadata?.mimetype ?? 'application/octet-stream'
  checkMimeType(rules, mimetype)
  const metadata: Metadata = {
    ...source.metadata,
    mimetype,
    ...(given.cacheControl !== undefined && { cacheControl: given.cacheControl }),
    ...(given.contentEncoding !== undefined && {
      contentEncoding: given.contentEncoding === '' ? undefined : given.contentEncoding,
    }),
    lastModified: clock.now().toISOString(),
  }
  const version = newVersion()
  return addContent(store, {
    version,
    stage: () => store.stageCopy(version, original),
    commit: async () => {
      const row = {
        ...to,
        id: newId(),
        version,
        owner,
        metadata,
        userMetadata: copyMetadata ? (source.user_metadata ?? undefined) : options.userMetadata,
      }
      const id = await commitObject(context, row, options.isUpsert)
      const now = clock.now().toISOString()
      return {
        id,
        bucket_id: to.bucket,
        name: to.name,
        version,
        owner_id: owner ?? null,
        metadata,
        user_metadata: row.userMetadata ?? null,
        created_at: now,
        updated_at: now,
        last_accessed_at: now,
      }
    },
  })
}

/** Gives an object that the caller can update another name, in any bucket. Its content stays. */
export async function moveObject(
  context: Pick<StorageContext, 'deliverEvents' | 'session' | 'settings' | 'system'>,
  { from, to }: { readonly from: Key; readonly to: Key },
): Promise<StoredObject> {
  const { session, deliverEvents } = context
  checkKey(to.name)
  const source = await findObject(session, from)
  if (from.bucket !== to.bucket) {
    const rules = await bucketRules(context, to.bucket)
    if ((source.metadata?.size ?? 0) > sizeLimit(context, rules))
      throw storageError('EntityTooLarge')
    checkMimeType(rules, source.metadata?.mimetype ?? '')
  }
  const moved = await session.maybe(
    sql`
      update storage.objects as o set bucket_id = ${to.bucket}, name = ${to.name}
      where o.bucket_id = ${from.bucket} and o.name = ${from.name}
      returning ${OBJECT}`,
    StoredObject,
  )
  // The caller can see it, so reporting what is missing reveals nothing.
  if (!moved) throw storageError('AccessDenied')
  deliverEvents()
  return moved
}
