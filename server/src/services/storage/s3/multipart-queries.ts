import { z } from 'zod'
import { sql } from '../../../postgres/sql.ts'
import type { StorageContext } from '../context.ts'
import { Metadata, type Key } from '../objects/objects.ts'
import { s3Error } from './errors.ts'

// Only the server reads or writes these tables. The policies of `storage.objects` decide what a
// caller can do, before each operation.

const MultipartUpload = z.object({
  id: z.string(),
  key: z.string(),
  owner: z.string().nullable(),
  metadata: Metadata.nullable(),
  user_metadata: z.record(z.string(), z.unknown()).nullable(),
  created_at: z.string(),
})
export type MultipartUpload = z.infer<typeof MultipartUpload>

const UPLOAD = sql`
  pg_catalog.jsonb_build_object(
    'id', u.id, 'key', u.key, 'owner', u.owner_id, 'metadata', u.metadata,
    'user_metadata', u.user_metadata, 'created_at', u.created_at)`

const Part = z.object({
  number: z.int(),
  size: z.number(),
  etag: z.string(),
  version: z.string(),
  created_at: z.string(),
})
export type Part = z.infer<typeof Part>

type NewUpload = Key & Pick<MultipartUpload, 'id' | 'metadata' | 'user_metadata'>

export const insertUpload = (
  { system, owner }: Pick<StorageContext, 'system' | 'owner'>,
  upload: NewUpload,
) =>
  system.run(sql`
    insert into storage.s3_multipart_uploads
      (id, upload_signature, bucket_id, key, version, owner_id, metadata, user_metadata)
    values (
      ${upload.id}, '', ${upload.bucket}, ${upload.name}, ${upload.id}, ${owner ?? null}::text,
      ${JSON.stringify(upload.metadata)}::jsonb, ${JSON.stringify(upload.user_metadata)}::jsonb)`)

/** The upload of this id for this object. Rejects with `NoSuchUpload`. */
export async function findUpload(
  { system }: Pick<StorageContext, 'system'>,
  { bucket, name }: Key,
  id: string,
): Promise<MultipartUpload> {
  const found = await system.maybe(
    sql`
      select ${UPLOAD} from storage.s3_multipart_uploads as u
      where u.id = ${id} and u.bucket_id = ${bucket} and u.key = ${name}`,
    MultipartUpload,
  )
  if (!found) throw s3Error('NoSuchUpload')
  return found
}

type UploadListing = {
  readonly prefix: string
  /** The last upload of the previous page; without an id, all uploads of its key. */
  readonly after: { readonly key: string; readonly id: string }
  readonly limit: number
}

export const listUploads = (
  { system }: Pick<StorageContext, 'system'>,
  bucket: string,
  { prefix, after, limit }: UploadListing,
): Promise<MultipartUpload[]> =>
  system.many(
    sql`
      select ${UPLOAD} from storage.s3_multipart_uploads as u
      where u.bucket_id = ${bucket} and pg_catalog.starts_with(u.key, ${prefix})
        and (
          u.key > ${after.key}
          or ${after.id} <> '' and u.key = ${after.key} and u.id > ${after.id})
      order by u.key, u.id limit ${limit}`,
    MultipartUpload,
  )

/** Records a part, in place of the one with this number. The replaced content is removed. */
export const putPart = (
  { system }: Pick<StorageContext, 'system'>,
  { bucket, name }: Key,
  uploadId: string,
  part: Omit<Part, 'created_at'>,
) =>
  system.run(sql`
    insert into storage.s3_multipart_uploads_parts
      (upload_id, bucket_id, key, part_number, size, etag, version)
    values (
      ${uploadId}, ${bucket}, ${name}, ${part.number}::integer, ${part.size}::bigint, ${part.etag},
      ${part.version})
    on conflict (upload_id, part_number) do update set
      size = excluded.size, etag = excluded.etag, version = excluded.version,
      created_at = pg_catalog.now()`)

export const listParts = (
  { system }: Pick<StorageContext, 'system'>,
  uploadId: string,
  { after = 0, limit = 10_000 }: { readonly after?: number; readonly limit?: number } = {},
): Promise<Part[]> =>
  system.many(
    sql`
      select pg_catalog.jsonb_build_object(
        'number', p.part_number, 'size', p.size, 'etag', p.etag, 'version', p.version,
        'created_at', p.created_at)
      from storage.s3_multipart_uploads_parts as p
      where p.upload_id = ${uploadId} and p.part_number > ${after}::integer
      order by p.part_number limit ${limit}`,
    Part,
  )

/** Deletes the upload and its parts, whose content is then removed. */
export async function deleteUpload(
  { system, removeContent }: Pick<StorageContext, 'system' | 'removeContent'>,
  id: string,
): Promise<void> {
  await system.run(sql`delete from storage.s3_multipart_uploads as u where u.id = ${id}`)
  removeContent()
}
