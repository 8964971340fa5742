import { z } from 'zod'
import { StorageDeletion } from '@stoa/contract/services/storage/deletions'
import { AppError } from '../../../lib/errors.ts'
import { sql, type Sql } from '../../../postgres/sql.ts'
import type { Project } from '../../../project/project.ts'
import type { JobRun } from '../../../project/service.ts'
import { getBucket } from '../buckets/buckets.ts'
import { createContext, type ContextDeps, type StorageContext } from '../context.ts'
import { storageError } from '../errors.ts'
import { isNamePart } from '../names.ts'
import { SYSTEM_CALLER } from '../session.ts'

/** Deletions of whole buckets and folders, as durable jobs. */
export type Deletions = {
  /** Starts to delete the objects that exist now. Rejects with `NoSuchBucket`. */
  start(context: StorageContext, bucket: string, prefix: string): Promise<StorageDeletion>
  list(project: Project, bucket: string): Promise<StorageDeletion[]>
  /** Rejects with 404 `deletion_not_found`. */
  read(project: Project, key: DeletionKey): Promise<StorageDeletion>
  /** Ends a deletion after its current step; one that has ended stays as it is. */
  cancel(project: Project, key: DeletionKey): Promise<StorageDeletion>
  /** Takes up the deletions whose jobs are lost. */
  recover(project: Project): Promise<void>
  run(project: Project, job: JobRun): Promise<void>
}

type DeletionKey = { readonly bucket: string; readonly id: string }

export const DELETE_JOB = 'delete'
const ADMIN = 'supabase_storage_admin'
const MAX_ATTEMPTS = 3
/** Objects of one step: long enough to be quick together, short enough not to hold up others. */
const STEP = 2000
const SHOWN = 20
/** The last character of Unicode, which no name contains. */
const BEHIND_ALL = '\u{10ffff}'

const COLUMNS = sql`
  id, bucket_id as bucket, prefix, state, total::float8, deleted::float8, message,
  pg_catalog.to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as created_at,
  pg_catalog.to_char(ended_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as ended_at`

const Step = z.object({ selected: z.int(), deleted: z.int(), last: z.string().nullable() })
const Running = z.object({
  bucket: z.string(),
  prefix: z.string(),
  position: z.string(),
  before: z.string(),
})

export function createDeletions(deps: ContextDeps): Deletions {
  const contextOf = (project: Project) =>
    createContext(
      deps,
      { project, caller: SYSTEM_CALLER },
      { operation: 'storage.delete_all', method: '', path: '', headersJson: '{}' },
    )
  // The list is the administrator's own; the objects are deleted as a caller whom no policy applies
  // to, because triggers of the project's owner run with the rights of whoever deletes.
  const admin = (project: Project) => project.database.as(ADMIN)
  const enqueue = (project: Project, id: string) =>
    project.addJob('storage', DELETE_JOB, { id }, { key: id, maxAttempts: MAX_ATTEMPTS })

  async function one(project: Project, statement: Sql): Promise<StorageDeletion> {
    const [found] = await admin(project).many(statement, StorageDeletion)
    if (found) return found
    throw new AppError('deletion_not_found', 'The deletion does not exist.', { status: 404 })
  }

  const read = (project: Project, { bucket, id }: DeletionKey) =>
    one(
      project,
      sql`select ${COLUMNS} from storage.deletions where id = ${id}::uuid and bucket_id = ${bucket}`,
    )

  /** Whether there may be more. */
  async function step(project: Project, id: string): Promise<boolean> {
    const [running] = await admin(project).many(
      sql`
        select bucket_id as bucket, prefix, position, created_at::text as before
        from storage.deletions where id = ${id}::uuid and state = 'running'`,
      Running,
    )
    if (!running) return false
    const { session, removeContent } = contextOf(project)
    const done = await session.maybe(
      sql`
        with chosen as (
          select o.id, o.name from storage.objects as o
          where o.bucket_id = ${running.bucket} and o.name >= ${running.prefix}
            and o.name < ${running.prefix + BEHIND_ALL} and o.name > ${running.position}
            and o.created_at <= ${running.before}::timestamptz
          order by o.name limit ${STEP}
        ), gone as (
          delete from storage.objects as o using chosen where o.id = chosen.id returning o.id
        )
        select pg_catalog.jsonb_build_object(
          'selected', (select pg_catalog.count(*) from chosen),
          'deleted', (select pg_catalog.count(*) from gone),
          'last', (select pg_catalog.max(name) from chosen))`,
      Step,
    )
    removeContent()
    const isLast = !done || done.selected < STEP
    await admin(project).run(sql`
      update storage.deletions set
        deleted = deleted + ${done?.deleted ?? 0}::bigint,
        position = coalesce(${done?.last ?? null}::text, position),
        state = case when state = 'running' and ${isLast}::boolean then 'done' else state end,
        ended_at = case when ${isLast}::boolean then pg_catalog.now() else ended_at end
      where id = ${id}::uuid`)
    return !isLast
  }

  return {
    read,
    async start(context, bucket, prefix) {
      const { project, newId } = context
      if (!isNamePart(prefix)) throw storageError('InvalidParameter', { message: 'Invalid prefix' })
      await getBucket(context, bucket)
      const total = await context.session.maybe(
        sql`
          select pg_catalog.to_jsonb(pg_catalog.count(*)) from storage.objects as o
          where o.bucket_id = ${bucket} and o.name >= ${prefix} and o.name < ${prefix + BEHIND_ALL}`,
        z.int(),
      )
      const id = newId()
      await admin(project).run(sql`
        insert into storage.deletions (id, project_ref, bucket_id, prefix, total)
        values (${id}::uuid, ${project.ref}, ${bucket}, ${prefix}, ${total ?? 0}::bigint)`)
      await enqueue(project, id)
      return read(project, { bucket, id })
    },
    list: (project, bucket) =>
      admin(project).many(
        sql`
          select ${COLUMNS} from storage.deletions where bucket_id = ${bucket}
          order by deletions.created_at desc limit ${SHOWN}`,
        StorageDeletion,
      ),
    async cancel(project, key) {
      await admin(project).run(sql`
        update storage.deletions set state = 'canceled', ended_at = pg_catalog.now()
        where id = ${key.id}::uuid and bucket_id = ${key.bucket} and state = 'running'`)
      return read(project, key)
    },
    async recover(project) {
      const ids = await admin(project).many(
        sql`
          select id from storage.deletions
          where project_ref = ${project.ref} and state = 'running'`,
        z.object({ id: z.string() }),
      )
      for (const { id } of ids) await enqueue(project, id)
    },
    async run(project, { payload, isLastAttempt, signal }) {
      const id = z.uuid().parse(payload['id'])
      try {
        while (await step(project, id)) signal.throwIfAborted()
      } catch (error) {
        if (!isLastAttempt || signal.aborted) throw error
        const message = error instanceof Error ? error.message.slice(0, 500) : String(error)
        await admin(project).run(sql`
          update storage.deletions
          set state = 'failed', message = ${message}, ended_at = pg_catalog.now()
          where id = ${id}::uuid and state = 'running'`)
      }
    },
  }
}
