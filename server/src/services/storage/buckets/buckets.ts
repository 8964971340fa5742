import { z } from 'zod'
import { MAX_FILE_SIZE } from '@stoa/contract/services/storage/settings'
import { joinSql, sql, type Sql } from '../../../postgres/sql.ts'
import type { AppError } from '../../../lib/errors.ts'
import type { StorageContext } from '../context.ts'
import { storageError } from '../errors.ts'
import { checkBucketName } from '../names.ts'

export const Bucket = z.object({
  id: z.string(),
  name: z.string(),
  owner: z.string(),
  public: z.boolean(),
  type: z.string(),
  file_size_limit: z.number().nullable(),
  allowed_mime_types: z.array(z.string()).nullable(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type Bucket = z.infer<typeof Bucket>

const COLUMNS = sql`
  pg_catalog.jsonb_build_object(
    'id', b.id, 'name', b.name, 'owner', coalesce(b.owner_id, ''), 'public', coalesce(b.public, false),
    'type', b.type, 'file_size_limit', b.file_size_limit,
    'allowed_mime_types', b.allowed_mime_types,
    'created_at', b.created_at, 'updated_at', b.updated_at)`

export type BucketOptions = {
  readonly public?: boolean | undefined
  readonly fileSizeLimit?: number | string | null | undefined
  readonly allowedMimeTypes?: readonly string[] | null | undefined
}

export type BucketListing = {
  readonly limit?: number | undefined
  readonly offset?: number | undefined
  readonly sortColumn?: keyof typeof SORT_COLUMNS | undefined
  readonly sortOrder?: 'asc' | 'desc' | undefined
  readonly search?: string | undefined
}

const SORT_COLUMNS = {
  id: sql`b.id collate "C"`,
  name: sql`b.name collate "C"`,
  created_at: sql`b.created_at`,
  updated_at: sql`b.updated_at`,
} as const satisfies Readonly<Record<string, Sql>>

export const listBuckets = (
  { session }: Pick<StorageContext, 'session'>,
  listing: BucketListing,
): Promise<Bucket[]> => {
  const { limit, offset = 0, sortColumn = 'name', sortOrder = 'asc', search = '' } = listing
  return session.list(
    sql`
      select ${COLUMNS} from storage.buckets as b
      where ${search} = '' or pg_catalog.strpos(pg_catalog.lower(b.name), pg_catalog.lower(${search})) > 0
      order by ${SORT_COLUMNS[sortColumn]} ${sortOrder === 'asc' ? sql`asc` : sql`desc`}
      limit ${limit ?? null}::bigint offset ${offset}::bigint`,
    Bucket,
  )
}

/** The bucket, if the caller can see it. */
export async function getBucket(
  { session }: Pick<StorageContext, 'session'>,
  id: string,
): Promise<Bucket> {
  const found = await session.find(bucketById(id), Bucket)
  if (!found) throw storageError('NoSuchBucket')
  return found
}

/** The bucket's limits and visibility, for any caller, because they apply to everyone. */
export async function bucketRules(
  { system }: Pick<StorageContext, 'system'>,
  id: string,
): Promise<Bucket> {
  const found = await system.find(bucketById(id), Bucket)
  if (!found) throw storageError('NoSuchBucket')
  return found
}

const bucketById = (id: string) =>
  sql`select ${COLUMNS} from storage.buckets as b where b.id = ${id}`

export async function createBucket(
  { session, owner, settings }: Pick<StorageContext, 'session' | 'owner' | 'settings'>,
  { id, ...options }: BucketOptions & { readonly id: string },
): Promise<void> {
  checkBucketName(id)
  const { fileSizeLimit, allowedMimeTypes } = parseOptions(options, settings.file_size_limit)
  const uuid = owner !== undefined && z.uuid().safeParse(owner).success ? owner : null
  await session
    .run(
      sql`
        insert into storage.buckets
          (id, name, owner, owner_id, public, file_size_limit, allowed_mime_types)
        values (
          ${id}, ${id}, ${uuid}::uuid, ${owner ?? null}::text, ${options.public ?? false}::boolean,
          ${fileSizeLimit ?? null}::bigint, ${allowedMimeTypes ?? null}::text[])`,
    )
    .catch(explain({ KeyAlreadyExists: () => storageError('BucketAlreadyExists') }))
}

/** Changes the given options. */
export async function updateBucket(
  { session, settings }: Pick<StorageContext, 'session' | 'settings'>,
  id: string,
  options: BucketOptions,
): Promise<void> {
  const { fileSizeLimit, allowedMimeTypes } = parseOptions(options, settings.file_size_limit)
  const changes = [
    sql`updated_at = pg_catalog.now()`,
    ...(options.public === undefined ? [] : [sql`public = ${options.public}::boolean`]),
    ...(fileSizeLimit === undefined ? [] : [sql`file_size_limit = ${fileSizeLimit}::bigint`]),
    ...(allowedMimeTypes === undefined
      ? []
      : [sql`allowed_mime_types = ${allowedMimeTypes}::text[]`]),
  ]
  const changed = await session.run(
    sql`update storage.buckets set ${joinSql(changes)} where id = ${id}`,
  )
  if (changed === 0) throw storageError('NoSuchBucket')
}

/** Deletes an empty bucket. */
export async function deleteBucket(
  { session }: Pick<StorageContext, 'session'>,
  id: string,
): Promise<void> {
  const deleted = await session
    .run(sql`delete from storage.buckets where id = ${id}`)
    .catch(explain({ NoSuchBucket: () => storageError('ResourceNotEmpty') }))
  if (deleted === 0) throw storageError('NoSuchBucket')
}

function parseOptions({ fileSizeLimit, allowedMimeTypes }: BucketOptions, globalLimit: number) {
  const limit = typeof fileSizeLimit === 'string' ? bytesOf(fileSizeLimit) : fileSizeLimit
  if (typeof limit === 'number' && limit > globalLimit)
    throw storageError('EntityTooLarge', {
      message: 'The object exceeded the maximum allowed size',
      hint: `The project accepts files of at most ${globalLimit} bytes. Raise the limit in its storage settings.`,
    })
  for (const type of allowedMimeTypes ?? [])
    if (!MIME_PATTERN.test(type))
      throw storageError('InvalidMimeType', { message: `mime type ${type} is not supported` })
  return { fileSizeLimit: limit, allowedMimeTypes }
}

const MIME_PATTERN = /^[\w.+-]+\/(?:[\w.+-]+|\*)$/

const UNITS = { b: 1, kb: 1e3, mb: 1e6, gb: 1e9, tb: 1e12 } as const
const isUnit = (text: string): text is keyof typeof UNITS => Object.hasOwn(UNITS, text)

/** `20MB`, `1.5gb`, or a number of bytes. */
function bytesOf(text: string): number {
  const [, amount = '', unit = ''] = /^(\d+(?:\.\d+)?)\s*([a-z]{0,2})$/i.exec(text.trim()) ?? []
  const name = unit === '' ? 'b' : unit.toLowerCase()
  const bytes = isUnit(name) ? Math.floor(Number(amount) * UNITS[name]) : NaN
  if (amount === '' || !(bytes >= 0 && bytes <= MAX_FILE_SIZE))
    throw storageError('InvalidRequest', {
      message: 'Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B',
    })
  return bytes
}

/** Replaces errors by their code. */
export const explain =
  (replacements: Readonly<Record<string, () => AppError>>) =>
  (error: unknown): never => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const replacement = replacements[code]
    throw replacement ? replacement() : error
  }
