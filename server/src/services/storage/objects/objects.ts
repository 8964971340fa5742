import { z } from 'zod'
import { sql, type Sql } from '../../../postgres/sql.ts'
import type { StorageContext } from '../context.ts'
import { storageError } from '../errors.ts'
import { noteRemoval } from '../events.ts'
import { checkKey } from '../names.ts'
import type { StorageSession } from '../session.ts'
import { MAX_NAMES } from './limits.ts'

/** The server's metadata about the content of an object, with the names of storage-api. */
export const Metadata = z.looseObject({
  eTag: z.string().optional(),
  size: z.number().optional(),
  mimetype: z.string().optional(),
  cacheControl: z.string().optional(),
  contentEncoding: z.string().optional(),
  lastModified: z.string().optional(),
})
export type Metadata = z.infer<typeof Metadata>

export const StoredObject = z.object({
  id: z.string(),
  bucket_id: z.string(),
  name: z.string(),
  version: z.string().nullable(),
  owner_id: z.string().nullable(),
  metadata: Metadata.nullable(),
  user_metadata: z.record(z.string(), z.unknown()).nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  last_accessed_at: z.string().nullable(),
})
export type StoredObject = z.infer<typeof StoredObject>

/** Names an object in a bucket. */
export type Key = { readonly bucket: string; readonly name: string }

export const OBJECT = sql`
  pg_catalog.jsonb_build_object(
    'id', o.id, 'bucket_id', o.bucket_id, 'name', o.name, 'version', o.version,
    'owner_id', o.owner_id, 'metadata', o.metadata, 'user_metadata', o.user_metadata,
    'created_at', o.created_at, 'updated_at', o.updated_at, 'last_accessed_at', o.last_accessed_at)`

/** The object, if the session can read it. Rejects with `NoSuchKey`. */
export async function findObject(
  session: StorageSession,
  { bucket, name }: Key,
): Promise<StoredObject> {
  checkKey(name)
  const found = await session.find(
    sql`select ${OBJECT} from storage.objects as o where o.bucket_id = ${bucket} and o.name = ${name}`,
    StoredObject,
  )
  if (!found) throw storageError('NoSuchKey')
  return found
}

/** The columns of a row that the server writes. */
export type NewObject = Key & {
  readonly id: string
  readonly version: string
  readonly owner: string | undefined
  readonly metadata: Metadata | undefined
  readonly userMetadata: Readonly<Record<string, unknown>> | undefined
}

/**
 * Inserts the row. It returns nothing, because reading the row needs a policy of its own and an
 * upload does not.
 */
export const insertObject = (object: NewObject): Sql => sql`
  insert into storage.objects
    (id, bucket_id, name, owner, owner_id, version, metadata, user_metadata)
  values (
    ${object.id}::uuid, ${object.bucket}, ${object.name}, ${uuidOf(object.owner)}::uuid,
    ${object.owner ?? null}::text, ${object.version}, ${jsonOf(object.metadata)}::jsonb,
    ${jsonOf(object.userMetadata)}::jsonb)`

/** Inserts the row or replaces the one of this name, and returns its id. */
export const upsertObject = (object: NewObject): Sql => sql`
  ${insertObject(object)}
  on conflict (bucket_id, name) do update set
    owner = excluded.owner, owner_id = excluded.owner_id, version = excluded.version,
    metadata = excluded.metadata, user_metadata = excluded.user_metadata
  returning pg_catalog.to_jsonb(id)`

const uuidOf = (owner: string | undefined) =>
  owner !== undefined && z.uuid().safeParse(owner).success ? owner : null

const jsonOf = (value: object | undefined) => (value === undefined ? null : JSON.stringify(value))

/** Deletes the objects that the caller can delete, and returns their rows. */
export async function removeObjects(
  context: StorageContext,
  bucket: string,
  names: readonly string[],
): Promise<StoredObject[]> {
  if (names.length > MAX_NAMES)
    throw storageError('InvalidRequest', {
      message: `body/prefixes must not have more than ${MAX_NAMES} items`,
    })
  const { session, removeContent } = context
  const removed = await session.many(
    sql`
      delete from storage.objects as o
      where o.bucket_id = ${bucket} and o.name = any (${names}::text[])
      returning ${OBJECT}`,
    StoredObject,
  )
  removeContent()
  noteRemoval(context, bucket, removed)
  return removed
}

/** Deletes one object. Rejects with `NoSuchKey` if the caller cannot delete it. */
export async function removeObject(context: StorageContext, key: Key): Promise<void> {
  checkKey(key.name)
  const removed = await removeObjects(context, key.bucket, [key.name])
  if (removed.length === 0) throw storageError('NoSuchKey')
}

/** Which of the names the caller can read. */
export async function readableNames(
  { session }: Pick<StorageContext, 'session'>,
  bucket: string,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await session.many(
    sql`
      select pg_catalog.to_jsonb(o.name) from storage.objects as o
      where o.bucket_id = ${bucket} and o.name = any (${names}::text[])`,
    z.string(),
  )
  return new Set(rows)
}
