import { z } from 'zod'
import { sql, type Sql } from '../../../postgres/sql.ts'
import type { StorageContext } from '../context.ts'
import { storageError } from '../errors.ts'
import { isNamePart } from '../names.ts'
import { Metadata } from './objects.ts'

/** An entry of a folder; a folder in it has no id. */
export const Entry = z.object({
  name: z.string(),
  id: z.string().nullable(),
  updated_at: z.string().nullable(),
  created_at: z.string().nullable(),
  last_accessed_at: z.string().nullable(),
  metadata: Metadata.nullable(),
})
export type Entry = z.infer<typeof Entry>

const COLUMNS = ['name', 'updated_at', 'created_at', 'last_accessed_at'] as const

export const Listing = z.object({
  prefix: z.string().default(''),
  limit: z.int().min(1).max(10_000).default(100),
  offset: z.int().min(0).max(2_000_000_000).default(0),
  search: z.string().max(200).default(''),
  sortBy: z
    .object({
      column: z.enum(COLUMNS).default('name'),
      order: z.enum(['asc', 'desc']).default('asc'),
    })
    .default({ column: 'name', order: 'asc' }),
})

/** One page of a folder, by offset. */
export function listObjects(
  { session }: Pick<StorageContext, 'session'>,
  bucket: string,
  { prefix, limit, offset, search, sortBy }: z.infer<typeof Listing>,
): Promise<Entry[]> {
  const folder = prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`
  checkParts(folder, search)
  return session.list(
    sql`
      select pg_catalog.to_jsonb(entry) from storage.search(
        ${folder}, ${bucket}, ${limit}::integer, 1, ${offset}::integer, ${search},
        ${sortBy.column}, ${sortBy.order}) as entry`,
    Entry,
  )
}

export const ListingV2 = z.object({
  prefix: z.string().default(''),
  limit: z.int().min(1).default(1000),
  cursor: z.string().max(5000).optional(),
  with_delimiter: z.boolean().default(false),
  sortBy: z
    .object({
      column: z.enum(['name', 'updated_at', 'created_at']).default('name'),
      order: z.enum(['asc', 'desc']).default('asc'),
    })
    .default({ column: 'name', order: 'asc' }),
})

const EntryV2 = Entry.extend({ key: z.string() })
type EntryV2 = z.infer<typeof EntryV2>

export type Page = {
  readonly hasNext: boolean
  readonly nextCursor?: string
  readonly folders: readonly { readonly key: string; readonly name: string }[]
  readonly objects: readonly EntryV2[]
}

const MAX_PAGE = 1000

/** `after` is the full name after which the first page begins. */
type PageOptions = z.infer<typeof ListingV2> & { readonly after?: string | undefined }

/**
 * One page of the entries that begin with the prefix, after a cursor. Takes the same time for every
 * page.
 */
export async function listPage(
  { session }: Pick<StorageContext, 'session'>,
  bucket: string,
  { prefix, limit, cursor, after = '', with_delimiter: hasFolders, sortBy }: PageOptions,
): Promise<Page> {
  const from = cursor === undefined ? { ...sortBy, after, moment: '' } : readCursor(cursor)
  checkParts(prefix, from.after)
  const size = Math.min(limit, MAX_PAGE)
  const rows = await session.list(
    sql`
      select pg_catalog.to_jsonb(entry) from storage.search_v2(
        ${prefix}, ${bucket}, ${size + 1}::integer, ${hasFolders ? 1 : 0}::integer, ${from.after},
        ${from.order}, ${from.column}, ${from.moment}) as entry`,
    EntryV2,
  )
  const page = rows.slice(0, size)
  const last = page.at(-1)
  const hasNext = rows.length > size
  const moment = (last && from.column !== 'name' && last[from.column]) || ''
  return {
    hasNext,
    ...(hasNext && last && { nextCursor: writeCursor({ ...from, after: last.name, moment }) }),
    folders: page.filter(({ id }) => id === null).map(({ key, name }) => ({ key, name })),
    objects: page.filter(({ id }) => id !== null),
  }
}

const SEARCH_COLUMNS = {
  name: sql`o.name`,
  created_at: sql`o.created_at`,
  updated_at: sql`o.updated_at`,
} as const satisfies Readonly<Record<string, Sql>>

type Search = {
  readonly text: string
  readonly column: keyof typeof SEARCH_COLUMNS
  readonly order: 'asc' | 'desc'
  readonly limit: number
}

/** Objects with the text anywhere in their names, in any case. Reads the names of the whole bucket. */
export function searchObjects(
  { session }: Pick<StorageContext, 'session'>,
  bucket: string,
  { text, column, order, limit }: Search,
): Promise<Entry[]> {
  checkParts(text)
  const direction = order === 'asc' ? sql`asc` : sql`desc`
  // Names are compared by their bytes; only the database's own collation knows upper and lower
  // case.
  return session.list(
    sql`
      select pg_catalog.jsonb_build_object(
        'name', o.name, 'id', o.id, 'updated_at', o.updated_at, 'created_at', o.created_at,
        'last_accessed_at', o.last_accessed_at, 'metadata', o.metadata)
      from storage.objects as o
      where o.bucket_id = ${bucket} and pg_catalog.strpos(
        pg_catalog.lower(o.name collate pg_catalog."default"), pg_catalog.lower(${text})) > 0
      order by ${SEARCH_COLUMNS[column]} ${direction}, o.name limit ${limit}::bigint`,
    Entry,
  )
}

function checkParts(...parts: readonly string[]): void {
  if (!parts.every(isNamePart))
    throw storageError('InvalidParameter', { message: 'Invalid prefix' })
}

const Cursor = z.object({
  column: z.enum(['name', 'updated_at', 'created_at']),
  order: z.enum(['asc', 'desc']),
  after: z.string(),
  moment: z.union([z.literal(''), z.iso.datetime({ offset: true })]),
})

const writeCursor = (cursor: z.infer<typeof Cursor>): string =>
  Buffer.from(JSON.stringify(cursor)).toString('base64url')

function readCursor(text: string): z.infer<typeof Cursor> {
  try {
    return Cursor.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
  } catch (cause) {
    throw storageError('InvalidParameter', {
      message: 'Invalid Parameter continuation token',
      cause,
    })
  }
}
