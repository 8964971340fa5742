import { StorageJob, type NewStorageJob } from '@stoa/contract/services/storage/jobs'
import { z } from 'zod'
import { sql } from '../../../postgres/sql.ts'
import type { Caller } from '../../../project/caller.ts'
import type { Project } from '../../../project/project.ts'
import { Running, type Step } from './bulk-steps.ts'
import { MAX_SHOWN_JOBS, MAX_SKIPPED_NAMES } from './limits.ts'

export type JobKey = { readonly bucket: string; readonly id: string }

const ADMIN = 'supabase_storage_admin'

/**
 * The list belongs to the administrator; the objects are changed as a caller, because triggers of the
 * project's owner run with the rights of the role that changes them.
 */
const admin = ({ database }: Project) => database.as(ADMIN)

const COLUMNS = sql`
  id, verb, bucket_id as bucket, prefixes, state, total::float8, finished::float8,
  skipped::float8, skipped_names, message,
  pg_catalog.to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as created_at,
  pg_catalog.to_char(ended_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as ended_at`

type NewJobRow = {
  readonly id: string
  readonly bucket: string
  readonly job: NewStorageJob
  /** Undefined for a member, who bypasses row level security. */
  readonly caller: Caller | undefined
  readonly total: number
}

export const insertJob = (
  project: Project,
  { id, bucket, job, caller, total }: NewJobRow,
): Promise<number> => {
  const { verb, names = [], prefixes = [] } = job
  const target = verb === 'delete' ? undefined : job
  return admin(project).run(sql`
    insert into storage.bulk_jobs (
      id, project_ref, verb, bucket_id, names, prefixes, from_folder, to_folder, to_bucket, claims,
      total)
    values (
      ${id}::uuid, ${project.ref}, ${verb}, ${bucket}, ${names}::text[], ${prefixes}::text[],
      ${target?.from_folder ?? ''}, ${target?.to_folder ?? ''}, ${target?.to_bucket ?? null}::text,
      ${caller ? JSON.stringify({ ...caller.claims, role: caller.role }) : null}::jsonb,
      ${total}::bigint)`)
}

export const findJob = async (
  project: Project,
  { bucket, id }: JobKey,
): Promise<StorageJob | undefined> => {
  const [job] = await admin(project).many(
    sql`select ${COLUMNS} from storage.bulk_jobs where id = ${id}::uuid and bucket_id = ${bucket}`,
    StorageJob,
  )
  return job
}

export const findJobs = (project: Project, bucket: string): Promise<StorageJob[]> =>
  admin(project).many(
    sql`
      select ${COLUMNS} from storage.bulk_jobs where bucket_id = ${bucket}
      order by bulk_jobs.created_at desc limit ${MAX_SHOWN_JOBS}`,
    StorageJob,
  )

export const findRunning = async (project: Project, id: string): Promise<Running | undefined> => {
  const [running] = await admin(project).many(
    sql`
      select verb, bucket_id as bucket, names, prefixes, position, created_at::text as before,
        from_folder, to_folder, coalesce(to_bucket, bucket_id) as to_bucket, claims
      from storage.bulk_jobs where id = ${id}::uuid and state = 'running'`,
    Running,
  )
  return running
}

export const findRunningIds = async (project: Project): Promise<string[]> => {
  const rows = await admin(project).many(
    sql`select id from storage.bulk_jobs where project_ref = ${project.ref} and state = 'running'`,
    z.object({ id: z.string() }),
  )
  return rows.map(({ id }) => id)
}

export const saveStep = (
  project: Project,
  id: string,
  { finished, skipped, last, isLast }: Step,
): Promise<number> =>
  admin(project).run(sql`
    update storage.bulk_jobs set
      finished = finished + ${finished}::bigint,
      skipped = skipped + ${skipped.length}::bigint,
      skipped_names = (skipped_names || ${skipped}::text[])[:${MAX_SKIPPED_NAMES}::integer],
      position = coalesce(${last ?? null}::text, position),
      state = case when state = 'running' and ${isLast}::boolean then 'done' else state end,
      ended_at = case when ${isLast}::boolean then pg_catalog.now() else ended_at end
    where id = ${id}::uuid`)

export const cancelJob = (project: Project, { bucket, id }: JobKey): Promise<number> =>
  admin(project).run(sql`
    update storage.bulk_jobs set state = 'canceled', ended_at = pg_catalog.now()
    where id = ${id}::uuid and bucket_id = ${bucket} and state = 'running'`)

export const failJob = (project: Project, id: string, message: string): Promise<number> =>
  admin(project).run(sql`
    update storage.bulk_jobs
    set state = 'failed', message = ${message}, ended_at = pg_catalog.now()
    where id = ${id}::uuid and state = 'running'`)
