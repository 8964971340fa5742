import {
  CronJob,
  CronRun,
  MAX_LISTED_JOBS,
  MAX_LISTED_MESSAGE,
  ReplacedCronJob,
  RUNS_PER_PAGE,
  type CronOverlap,
  type RunStatus,
} from '@stoa/contract/services/cron/jobs'
import { z } from 'zod'
import { likePattern } from '../../lib/like-pattern.ts'
import type { Session } from '../../postgres/session.ts'
import { rawSql, sql, type Sql } from '../../postgres/sql.ts'

const JobRow = CronJob.omit({ next_run_at: true })
const Id = z.object({ id: z.string() })

const MOMENT = rawSql(`'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'`)
const RUN = sql`
  jsonb_build_object(
    'id', d.runid::text, 'status', d.status,
    'message', left(d.return_message, ${MAX_LISTED_MESSAGE}), 'command', d.command,
    'started_at', to_char(d.start_time at time zone 'UTC', ${MOMENT}),
    'ended_at', to_char(d.end_time at time zone 'UTC', ${MOMENT}))`

/** The jobs that meet a condition, by name, with their last run. */
const jobsWhere = (session: Session, condition: Sql) =>
  session.many(
    sql`
      select j.jobid::text as id, j.jobname as name, j.schedule, j.command, j.username,
        j.active as is_active, coalesce(o.policy, 'queue') as overlap,
        (select ${RUN} from cron.job_run_details as d where d.jobid = j.jobid
          order by d.runid desc limit 1) as last_run
      from cron.job as j left join cron.stoa_overlap as o using (jobid) where ${condition}
      order by j.jobname nulls last, j.jobid limit ${MAX_LISTED_JOBS}`,
    JobRow,
  )

/** The jobs whose name or command contains the text. */
export const findJobs = (session: Session, search: string) => {
  const pattern = likePattern(search)
  return jobsWhere(session, sql`j.jobname ilike ${pattern} or j.command ilike ${pattern}`)
}

export const findJob = async (session: Session, id: string) => {
  const [job] = await jobsWhere(session, sql`j.jobid = ${id}::bigint`)
  return job
}

/** The fields of a job that its form shows. */
export const findShownJob = (session: Session, id: string) =>
  session.maybe(
    sql`
      select j.schedule, j.command, coalesce(o.policy, 'queue') as overlap
      from cron.job as j left join cron.stoa_overlap as o using (jobid)
      where j.jobid = ${id}::bigint`,
    ReplacedCronJob,
  )

/** Adds a job unless one has the name. */
export const addJob = (
  session: Session,
  job: { readonly name: string; readonly schedule: string; readonly command: string },
) =>
  session.maybe(
    sql`
      select cron.schedule(${job.name}, ${job.schedule}, ${job.command})::text as id
      where not exists (select from cron.job where jobname = ${job.name})`,
    Id,
  )

export const alterJob = (
  session: Session,
  id: string,
  change: {
    readonly schedule?: string | undefined
    readonly command?: string | undefined
    readonly is_active?: boolean | undefined
  },
) =>
  session.run(sql`
    select cron.alter_job(
      ${id}::bigint, schedule => ${change.schedule ?? null},
      command => ${change.command ?? null}, active => ${change.is_active ?? null}::boolean)`)

export const setOverlap = (session: Session, id: string, overlap: CronOverlap) =>
  session.run(sql`select cron.stoa_set_overlap(${id}::bigint, ${overlap})`)

export const unscheduleJob = (session: Session, id: string) =>
  session.run(sql`select cron.unschedule(${id}::bigint)`)

export type RunFilter = {
  readonly status?: RunStatus | undefined
  readonly before?: string | undefined
}

/** The runs of a job, the newest first. */
export const findRuns = async (
  session: Session,
  id: string,
  { status = null, before = null }: { [Key in keyof RunFilter]: RunFilter[Key] | null },
): Promise<CronRun[]> => {
  const rows = await session.many(
    sql`
      select ${RUN} as run from cron.job_run_details as d
      where d.jobid = ${id}::bigint
        and (${status}::text is null or d.status = ${status})
        and (${before}::bigint is null or d.runid < ${before}::bigint)
      order by d.runid desc limit ${RUNS_PER_PAGE}`,
    z.object({ run: CronRun }),
  )
  return rows.map(({ run }) => run)
}

export const hasJob = async (session: Session, id: string): Promise<boolean> =>
  (await session.maybe(
    sql`select jobid::text as id from cron.job where jobid = ${id}::bigint`,
    Id,
  )) !== undefined
