import {
  CronJob,
  CronRun,
  MAX_LISTED_JOBS,
  MAX_LISTED_MESSAGE,
  ReplacedCronJob,
  RUNS_PER_PAGE,
  type createCronJob,
  type CronOverlap,
  type RunStatus,
  type updateCronJob,
} from '@stoa/contract/services/cron/jobs'
import { nextRun, parseSchedule } from '@stoa/contract/services/cron/schedule'
import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { isDatabaseFailure } from '../../postgres/failures.ts'
import { rawSql, sql, type Sql } from '../../postgres/sql.ts'
import type { Session } from '../../postgres/session.ts'
import type { Project } from '../../project/project.ts'
import { requireUnchanged } from '../../project/unchanged.ts'

type NewJob = z.infer<NonNullable<typeof createCronJob.body>>
type Change = z.infer<NonNullable<typeof updateCronJob.body>>

const Row = CronJob.omit({ next_run_at: true })
const MOMENT = rawSql(`'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'`)
const RUN = sql`
  jsonb_build_object(
    'id', d.runid::text, 'status', d.status,
    'message', left(d.return_message, ${MAX_LISTED_MESSAGE}), 'command', d.command,
    'started_at', to_char(d.start_time at time zone 'UTC', ${MOMENT}),
    'ended_at', to_char(d.end_time at time zone 'UTC', ${MOMENT}))`

// Members work on the database as its owner.
const owner = ({ database }: Project) => database.as('postgres')

/** The jobs that meet a condition, by name, with their last run. */
async function readJobs(project: Project, condition: Sql, now: Date): Promise<CronJob[]> {
  const rows = await owner(project).many(
    sql`
      select j.jobid::text as id, j.jobname as name, j.schedule, j.command, j.username,
        j.active as is_active, coalesce(o.policy, 'queue') as overlap,
        (select ${RUN} from cron.job_run_details as d where d.jobid = j.jobid
          order by d.runid desc limit 1) as last_run
      from cron.job as j left join cron.stoa_overlap as o using (jobid) where ${condition}
      order by j.jobname nulls last, j.jobid limit ${MAX_LISTED_JOBS}`,
    Row,
  )
  return rows.map((row) => {
    const schedule = row.is_active ? parseSchedule(row.schedule) : undefined
    const next = schedule && nextRun(schedule, now)
    return { ...row, next_run_at: next?.toISOString() ?? null }
  })
}

/** The jobs whose name or command contains the text. */
export function listJobs(project: Project, search: string, now: Date): Promise<CronJob[]> {
  const pattern = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return readJobs(project, sql`j.jobname ilike ${pattern} or j.command ilike ${pattern}`, now)
}

/** One job; 404 `job_not_found`. */
export async function getJob(project: Project, id: string, now: Date): Promise<CronJob> {
  const [job] = await readJobs(project, sql`j.jobid = ${id}::bigint`, now)
  if (job) return job
  throw notFound()
}

/** 409 `job_exists` if a job has the name: members who create a job do not replace another one. */
export async function createJob(project: Project, given: NewJob): Promise<{ id: string }> {
  requireSchedule(given.schedule)
  const job = await owner(project)
    .transaction(async (tx) => {
      const created = await tx.maybe(
        sql`
          select cron.schedule(${given.name}, ${given.schedule}, ${given.command})::text as id
          where not exists (select from cron.job where jobname = ${given.name})`,
        z.object({ id: z.string() }),
      )
      if (created && given.overlap) await tx.run(setOverlap(created.id, given.overlap))
      return created
    })
    .catch(refuse)
  if (job) return job
  throw new AppError('job_exists', `A job named ${given.name} already exists.`, {
    status: 409,
    hint: 'Choose another name, or edit that job.',
  })
}

export async function updateJob(project: Project, id: string, change: Change): Promise<void> {
  if (change.schedule !== undefined) requireSchedule(change.schedule)
  await owner(project)
    .transaction(async (tx) => {
      if (change.replaces !== undefined) requireUnchanged(await readShown(tx, id), change.replaces)
      await tx.run(
        sql`
          select cron.alter_job(
            ${id}::bigint, schedule => ${change.schedule ?? null},
            command => ${change.command ?? null}, active => ${change.is_active ?? null}::boolean)`,
      )
      if (change.overlap) await tx.run(setOverlap(id, change.overlap))
    })
    .catch(refuse)
}

/** The values of a job that a form shows; 404 `job_not_found`. */
async function readShown(tx: Session, id: string) {
  const job = await tx.maybe(
    sql`
      select j.schedule, j.command, coalesce(o.policy, 'queue') as overlap
      from cron.job as j left join cron.stoa_overlap as o using (jobid)
      where j.jobid = ${id}::bigint`,
    ReplacedCronJob,
  )
  if (job) return job
  throw notFound()
}

const setOverlap = (id: string, overlap: CronOverlap) =>
  sql`select cron.stoa_set_overlap(${id}::bigint, ${overlap})`

export async function deleteJob(project: Project, id: string): Promise<void> {
  await owner(project)
    .run(sql`select cron.unschedule(${id}::bigint)`)
    .catch(refuse)
}

/**
 * The runs of a job, newest first; 404 `job_not_found` if there are none and the job does not
 * exist.
 */
export async function listRuns(
  project: Project,
  id: string,
  filter: { readonly status?: RunStatus | undefined; readonly before?: string | undefined },
): Promise<CronRun[]> {
  const { status = null, before = null } = filter
  const rows = await owner(project).many(
    sql`
      select ${RUN} as run from cron.job_run_details as d
      where d.jobid = ${id}::bigint
        and (${status}::text is null or d.status = ${status})
        and (${before}::bigint is null or d.runid < ${before}::bigint)
      order by d.runid desc limit ${RUNS_PER_PAGE}`,
    z.object({ run: CronRun }),
  )
  if (rows.length === 0) {
    const exists = sql`select jobid::text as id from cron.job where jobid = ${id}::bigint`
    if (!(await owner(project).maybe(exists, z.object({ id: z.string() })))) throw notFound()
  }
  return rows.map(({ run }) => run)
}

export const notFound = () =>
  new AppError('job_not_found', 'This job does not exist.', {
    status: 404,
    hint: 'It may have been deleted. Reload the list of jobs.',
  })

function requireSchedule(text: string): void {
  if (parseSchedule(text)) return
  throw new AppError('invalid_schedule', `“${text}” is not a valid schedule.`, {
    status: 400,
    hint: 'Use five cron fields such as 5 4 * * *, a name such as @daily, or 1 to 59 seconds.',
  })
}

const UNDEFINED_OBJECT = '42704'

/** Rethrows Postgres's refusal as an error for the member. */
function refuse(cause: unknown): never {
  if (!isDatabaseFailure(cause)) throw cause
  if (cause.code === UNDEFINED_OBJECT) throw notFound()
  if (cause.code === '22023' || cause.code === '25006')
    throw new AppError(cause.code === '22023' ? 'invalid_job' : 'read_only', `${cause.message}.`, {
      status: cause.code === '22023' ? 400 : 403,
      ...(cause.hint && { hint: cause.hint }),
      cause,
    })
  throw cause
}
