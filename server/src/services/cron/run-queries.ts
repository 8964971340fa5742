import { CronOverlap } from '@stoa/contract/services/cron/jobs'
import { z } from 'zod'
import type { Session } from '../../postgres/session.ts'
import { sql } from '../../postgres/sql.ts'

const JobRow = z.object({
  id: z.string(),
  name: z.string().nullable(),
  schedule: z.string(),
  command: z.string(),
  is_active: z.boolean(),
  overlap: CronOverlap,
  last_start: z.date().nullable(),
})
export type JobRow = z.infer<typeof JobRow>

/** The jobs that the server runs: those of the owner, in the project's database. */
export const readScheduledJobs = (session: Session) =>
  session.many(
    sql`
        select jobid::text as id, jobname as name, schedule, command, active as is_active,
          coalesce((select policy from cron.stoa_overlap as o where o.jobid = j.jobid), 'queue')
            as overlap,
          (select start_time from cron.job_run_details as d where d.jobid = j.jobid
            order by runid desc limit 1) as last_start
        from cron.job as j
        where username = 'postgres' and database = pg_catalog.current_database()`,
    JobRow,
  )

/** Adds a run that starts; undefined if the job was deleted. */
export const addRun = async (
  session: Session,
  job: { readonly id: string; readonly command: string; readonly at: Date },
): Promise<string | undefined> => {
  const run = await session.maybe(
    sql`
      insert into cron.job_run_details (jobid, database, username, command, status, start_time)
      select jobid, database, username, ${job.command}, 'starting', ${job.at}
      from cron.job where jobid = ${job.id}::bigint
      returning runid::text`,
    z.object({ runid: z.string() }),
  )
  return run?.runid
}

export const noteProcess = (session: Session, runId: string, pid: number) =>
  session.run(sql`
    update cron.job_run_details set status = 'running', job_pid = ${pid}::integer
    where runid = ${runId}::bigint`)

export const endRun = (
  session: Session,
  runId: string,
  end: { readonly status: 'succeeded' | 'failed'; readonly message: string; readonly at: Date },
) =>
  session.run(sql`
    update cron.job_run_details set status = ${end.status},
      return_message = ${end.message}, end_time = ${end.at}
    where runid = ${runId}::bigint`)

/** Ends all runs that have not ended as failed. */
export const failRuns = (
  session: Session,
  { message, at }: { readonly message: string; readonly at: Date },
) =>
  session.run(sql`
    update cron.job_run_details
    set status = 'failed', return_message = ${message}, end_time = ${at}
    where status in ('starting', 'running')`)

const KEPT_RUNS = 1000
const KEPT_MS = 30 * 24 * 3_600_000

/** Deletes runs that ended long ago, and all but the newest of each job. */
export const deleteOldRuns = (session: Session, now: Date) =>
  session.run(sql`
    delete from cron.job_run_details as d using (
      select runid, pg_catalog.row_number() over (partition by jobid order by runid desc) as number
      from cron.job_run_details
    ) as numbered
    where d.runid = numbered.runid and d.status in ('succeeded', 'failed')
      and (numbered.number > ${KEPT_RUNS}::integer
        or d.start_time < ${new Date(now.getTime() - KEPT_MS)})`)

/** Stores when the next job is due. */
export const setDue = (session: Session, due: Date) =>
  session.run(sql`update cron.stoa_project set due = ${due}`)

/**
 * Makes the jobs those of this project, and returns when the next one was due. The jobs of a copy of
 * another project stay inactive until somebody activates them.
 */
export const claimJobs = async (session: Session, ref: string): Promise<Date | undefined> => {
  await session.run(sql`
    update cron.job set active = false
    where active and exists (select from cron.stoa_project where ref <> ${ref})`)
  await session.run(sql`delete from cron.stoa_project where ref <> ${ref}`)
  await session.run(sql`
    insert into cron.stoa_project (ref)
    select ${ref} where not exists (select from cron.stoa_project)`)
  const { due } = await session.one(
    sql`select due from cron.stoa_project`,
    z.object({ due: z.date().nullable() }),
  )
  return due ?? undefined
}
