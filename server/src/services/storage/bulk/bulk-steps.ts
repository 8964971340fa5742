import { z } from 'zod'
import { nextName } from '@stoa/contract/services/storage/next-name'
import { AppError } from '../../../lib/errors.ts'
import { sql, type Sql } from '../../../postgres/sql.ts'
import type { StorageContext } from '../context.ts'
import { copyObject, moveObject } from '../objects/copy.ts'
import { findObject, type Key } from '../objects/objects.ts'

/** The input of one step of a job. */
export const Running = z.object({
  verb: z.enum(['delete', 'move', 'copy']),
  bucket: z.string(),
  names: z.array(z.string()),
  prefixes: z.array(z.string()),
  position: z.string(),
  /** Objects that were created or changed later are left alone. */
  before: z.string(),
  from_folder: z.string(),
  to_folder: z.string(),
  to_bucket: z.string(),
  claims: z.record(z.string(), z.unknown()).nullable(),
})
export type Running = z.infer<typeof Running>

export type Step = {
  readonly finished: number
  readonly skipped: readonly string[]
  /** The last name that was considered, or undefined if there was none. */
  readonly last: string | undefined
  readonly isLast: boolean
}

/** Objects that one statement deletes: fast together, and short enough not to block others. */
const DELETED_TOGETHER = 2000
/** Objects that are moved or copied between two records of the progress. */
const PLACED_TOGETHER = 64
const PARALLEL = 8
/** The last character of Unicode, which no name contains. */
const BEHIND_ALL = '\u{10ffff}'

/** Whether an object's name begins with a prefix, using the index. */
export const hasPrefix = (prefix: Sql): Sql => sql`
  o.name >= ${prefix} collate "C" and o.name < (${prefix} || ${BEHIND_ALL}) collate "C"`

/**
 * The ids and names of the next selected objects, in the order of names, using the index for each
 * range.
 */
const chosen = (job: Omit<Running, 'before'> & { before?: string }, limit: number): Sql => sql`
  select distinct on (o.name) o.id, o.name from (
    select found.id, found.name, found.created_at, found.updated_at
    from pg_catalog.unnest(${job.prefixes}::text[]) as p (prefix)
    cross join lateral (
      select o.id, o.name, o.created_at, o.updated_at from storage.objects as o
      where o.bucket_id = ${job.bucket} and ${hasPrefix(sql`p.prefix`)} and o.name > ${job.position}
        and ${isOld(job.before)}
      order by o.name limit ${limit}
    ) as found
    union all
    select o.id, o.name, o.created_at, o.updated_at from storage.objects as o
    where o.bucket_id = ${job.bucket} and o.name = any (${job.names}::text[])
      and o.name > ${job.position} and ${isOld(job.before)}
  ) as o
  order by o.name limit ${limit}`

const isOld = (before: string | undefined): Sql =>
  before === undefined
    ? sql`true`
    : sql`o.created_at <= ${before}::timestamptz
        and coalesce(o.updated_at, o.created_at) <= ${before}::timestamptz`

/** How many objects a selection has, counted up to a limit. */
export async function countSelected(
  { session }: Pick<StorageContext, 'session'>,
  job: Pick<Running, 'bucket' | 'names' | 'prefixes'>,
  limit = 2 ** 31 - 1,
): Promise<number> {
  const whole = {
    ...job,
    verb: 'delete',
    position: '',
    from_folder: '',
    to_folder: '',
    to_bucket: '',
    claims: null,
  } as const
  const count = await session.maybe(
    sql`
      select pg_catalog.to_jsonb(pg_catalog.count(*))
      from (${chosen(whole, limit)}) as counted`,
    z.int(),
  )
  return count ?? 0
}

/** Does the next part of a job, with the rights of the context's session. */
export const runStep = (
  context: StorageContext,
  job: Running,
  signal: AbortSignal,
): Promise<Step> =>
  job.verb === 'delete' ? deleteStep(context, job) : placeStep(context, job, signal)

const Deleted = z.object({ selected: z.int(), deleted: z.int(), last: z.string().nullable() })

async function deleteStep(
  { session, removeContent }: Pick<StorageContext, 'session' | 'removeContent'>,
  job: Running,
): Promise<Step> {
  const done = await session.maybe(
    sql`
      with chosen as (${chosen(job, DELETED_TOGETHER)}), gone as (
        delete from storage.objects as o using chosen where o.id = chosen.id returning o.id
      )
      select pg_catalog.jsonb_build_object(
        'selected', (select pg_catalog.count(*) from chosen),
        'deleted', (select pg_catalog.count(*) from gone),
        'last', (select pg_catalog.max(name) from chosen))`,
    Deleted,
  )
  removeContent()
  return {
    finished: done?.deleted ?? 0,
    skipped: [],
    last: done?.last ?? undefined,
    isLast: !done || done.selected < DELETED_TOGETHER,
  }
}

async function placeStep(
  context: StorageContext,
  job: Running,
  signal: AbortSignal,
): Promise<Step> {
  const names = await context.session.many(
    sql`select pg_catalog.to_jsonb(c.name) from (${chosen(job, PLACED_TOGETHER)}) as c order by c.name`,
    z.string(),
  )
  let finished = 0
  const skipped: string[] = []
  for (let at = 0; at < names.length; at += PARALLEL) {
    signal.throwIfAborted()
    const batch = names.slice(at, at + PARALLEL)
    const outcomes = await Promise.all(batch.map((name) => place(context, job, name)))
    finished += outcomes.filter((outcome) => outcome === 'finished').length
    skipped.push(...batch.filter((_, index) => outcomes[index] === 'skipped'))
  }
  return { finished, skipped, last: names.at(-1), isLast: names.length < PLACED_TOGETHER }
}

/**
 * Moves or copies one object. An object deleted in the meantime is skipped, and so is a taken name.
 */
async function place(
  context: StorageContext,
  job: Running,
  name: string,
): Promise<'finished' | 'skipped' | 'gone'> {
  const from = { bucket: job.bucket, name }
  const isSame = job.to_bucket === job.bucket && job.to_folder === job.from_folder
  const placed = job.to_folder + name.slice(job.from_folder.length)
  const to = { bucket: job.to_bucket, name: isSame ? nextName(placed) : placed }
  try {
    if (job.verb === 'move') await moveObject(context, { from, to })
    else await copyObject(context, { from, to, isUpsert: false, copyMetadata: true })
    return 'finished'
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'NoSuchKey') return 'gone'
    if (error.code !== 'KeyAlreadyExists')
      throw new AppError(error.code, `${name}: ${error.message}`, { status: 400, cause: error })
    return job.verb === 'copy' && (await isOwnCopy(context, job, { from, to }))
      ? 'finished'
      : 'skipped'
  }
}

/** Whether the taken name belongs to a copy that this job made before the server was killed. */
async function isOwnCopy(
  { session }: Pick<StorageContext, 'session'>,
  { before }: Running,
  { from, to }: { readonly from: Key; readonly to: Key },
): Promise<boolean> {
  const [source, taken] = await Promise.all([findObject(session, from), findObject(session, to)])
  return (
    new Date(taken.created_at) > new Date(before) &&
    taken.metadata?.eTag === source.metadata?.eTag &&
    taken.metadata?.size === source.metadata?.size
  )
}
