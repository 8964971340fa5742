import { z } from 'zod'
import { StorageJob, type NewStorageJob } from '@stoa/contract/services/storage/jobs'
import { AppError } from '../../../lib/errors.ts'
import { sql, type Sql } from '../../../postgres/sql.ts'
import type { Caller } from '../../../project/caller.ts'
import type { Project } from '../../../project/project.ts'
import type { JobRun } from '../../../project/service.ts'
import { serviceCaller } from '../../../project/resolve-caller.ts'
import { getBucket } from '../buckets/buckets.ts'
import { createContext, type ContextDeps, type StorageContext } from '../context.ts'
import { storageError } from '../errors.ts'
import { isNamePart } from '../names.ts'
import { countSelected, runStep, Running } from './bulk-steps.ts'

/** Deletions, moves and copies of many objects, as durable jobs. */
export type BulkJobs = {
  /**
   * Starts work on the objects that exist now, as a caller, or as a member, who bypasses row level
   * security. Rejects with `NoSuchBucket`, or `InvalidParameter` if the selection makes no sense.
   */
  start(
    context: StorageContext,
    bucket: string,
    job: NewStorageJob,
    caller?: Caller,
  ): Promise<StorageJob>
  list(project: Project, bucket: string): Promise<StorageJob[]>
  /** Rejects with 404 `storage_job_not_found`. */
  read(project: Project, key: JobKey): Promise<StorageJob>
  /** Ends a job after its current step; an ended job does not change. */
  cancel(project: Project, key: JobKey): Promise<StorageJob>
  /** Resumes work whose queued jobs were lost. */
  recover(project: Project): Promise<void>
  run(project: Project, job: JobRun): Promise<void>
}

type JobKey = { readonly bucket: string; readonly id: string }

export const BULK_JOB = 'bulk'
const ADMIN = 'supabase_storage_admin'
const MAX_ATTEMPTS = 3
const SHOWN = 20
const MAX_SKIPPED_NAMES = 5

const COLUMNS = sql`
  id, verb, bucket_id as bucket, prefixes, state, total::float8, finished::float8,
  skipped::float8, skipped_names, message,
  pg_catalog.to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as created_at,
  pg_catalog.to_char(ended_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as ended_at`

export function createBulkJobs(deps: ContextDeps): BulkJobs {
  const contextOf = (project: Project, { verb, claims }: Running) =>
    createContext(
      deps,
      { project, caller: claims === null ? serviceCaller : callerOf(claims) },
      { operation: `storage.${verb}_many`, method: '', path: '', headersJson: '{}' },
    )
  // The list belongs to the administrator; the objects are changed as a caller, because triggers of
  // the project's owner run with the rights of the role that changes them.
  const admin = (project: Project) => project.database.as(ADMIN)
  const enqueue = (project: Project, id: string) =>
    project.addJob('storage', BULK_JOB, { id }, { key: id, maxAttempts: MAX_ATTEMPTS })

  async function one(project: Project, statement: Sql): Promise<StorageJob> {
    const [found] = await admin(project).many(statement, StorageJob)
    if (found) return found
    throw new AppError('storage_job_not_found', 'The storage job does not exist.', {
      status: 404,
      hint: 'Jobs are listed for seven days after they end.',
    })
  }

  const read = (project: Project, { bucket, id }: JobKey) =>
    one(
      project,
      sql`select ${COLUMNS} from storage.bulk_jobs where id = ${id}::uuid and bucket_id = ${bucket}`,
    )

  /** Whether there may be more. */
  async function step(project: Project, id: string, signal: AbortSignal): Promise<boolean> {
    const [running] = await admin(project).many(
      sql`
        select verb, bucket_id as bucket, names, prefixes, position, created_at::text as before,
          from_folder, to_folder, coalesce(to_bucket, bucket_id) as to_bucket, claims
        from storage.bulk_jobs where id = ${id}::uuid and state = 'running'`,
      Running,
    )
    if (!running) return false
    const done = await runStep(contextOf(project, running), running, signal)
    await admin(project).run(sql`
      update storage.bulk_jobs set
        finished = finished + ${done.finished}::bigint,
        skipped = skipped + ${done.skipped.length}::bigint,
        skipped_names = (skipped_names || ${done.skipped}::text[])[:${MAX_SKIPPED_NAMES}::integer],
        position = coalesce(${done.last ?? null}::text, position),
        state = case when state = 'running' and ${done.isLast}::boolean then 'done' else state end,
        ended_at = case when ${done.isLast}::boolean then pg_catalog.now() else ended_at end
      where id = ${id}::uuid`)
    return !done.isLast
  }

  return {
    read,
    async start(context, bucket, job, caller) {
      const { project, newId } = context
      const { verb, names = [], prefixes = [] } = job
      const place = verb === 'delete' ? undefined : job
      checkSelection(bucket, job)
      await getBucket(context, bucket)
      if (place?.to_bucket !== undefined) await getBucket(context, place.to_bucket)
      const total = await countSelected(context, { bucket, names, prefixes })
      const id = newId()
      await admin(project).run(sql`
        insert into storage.bulk_jobs (
          id, project_ref, verb, bucket_id, names, prefixes, from_folder, to_folder, to_bucket, claims,
          total)
        values (
          ${id}::uuid, ${project.ref}, ${verb}, ${bucket}, ${names}::text[], ${prefixes}::text[],
          ${place?.from_folder ?? ''}, ${place?.to_folder ?? ''}, ${place?.to_bucket ?? null}::text,
          ${caller ? JSON.stringify({ ...caller.claims, role: caller.role }) : null}::jsonb,
          ${total}::bigint)`)
      await enqueue(project, id)
      return read(project, { bucket, id })
    },
    list: (project, bucket) =>
      admin(project).many(
        sql`
          select ${COLUMNS} from storage.bulk_jobs where bucket_id = ${bucket}
          order by bulk_jobs.created_at desc limit ${SHOWN}`,
        StorageJob,
      ),
    async cancel(project, key) {
      await admin(project).run(sql`
        update storage.bulk_jobs set state = 'canceled', ended_at = pg_catalog.now()
        where id = ${key.id}::uuid and bucket_id = ${key.bucket} and state = 'running'`)
      return read(project, key)
    },
    async recover(project) {
      const ids = await admin(project).many(
        sql`
          select id from storage.bulk_jobs
          where project_ref = ${project.ref} and state = 'running'`,
        z.object({ id: z.string() }),
      )
      for (const { id } of ids) await enqueue(project, id)
    },
    async run(project, { payload, isLastAttempt, signal }) {
      const id = z.uuid().parse(payload['id'])
      try {
        while (await step(project, id, signal)) signal.throwIfAborted()
      } catch (error) {
        if (!isLastAttempt || signal.aborted) throw error
        const message = error instanceof Error ? error.message.slice(0, 500) : String(error)
        await admin(project).run(sql`
          update storage.bulk_jobs
          set state = 'failed', message = ${message}, ended_at = pg_catalog.now()
          where id = ${id}::uuid and state = 'running'`)
      }
    },
  }
}

function checkSelection(bucket: string, job: NewStorageJob): void {
  const { names = [], prefixes = [] } = job
  const refuse = (message: string) => storageError('InvalidParameter', { message })
  const selected = [...names, ...prefixes]
  if (selected.length === 0) throw refuse('Select at least one name or prefix.')
  if (!selected.every(isNamePart)) throw refuse('Invalid prefix')
  if (job.verb === 'delete') return
  const { from_folder: from, to_folder: to, to_bucket: other = bucket } = job
  if (!isNamePart(from) || !isNamePart(to)) throw refuse('Invalid folder')
  if (!selected.every((name) => name.startsWith(from)))
    throw refuse('Every selected name must begin with from_folder.')
  if (other !== bucket) return
  if (from === to && job.verb === 'move') throw refuse('The objects are already in this folder.')
  if (from !== to && prefixes.some((prefix) => to.startsWith(prefix)))
    throw refuse('A folder cannot be placed inside itself.')
}

const callerOf = (claims: Readonly<Record<string, unknown>>): Caller => ({
  role: String(claims['role']),
  claims,
  claimsJson: JSON.stringify(claims),
})
