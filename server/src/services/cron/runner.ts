import { CronOverlap } from '@stoa/contract/services/cron/jobs'
import { nextRun, parseSchedule, type CronSchedule } from '@stoa/contract/services/cron/schedule'
import { z } from 'zod'
import type { Clock } from '../../lib/clock.ts'
import { storableText } from '../../lib/storable-text.ts'
import type { Subscription } from '../../postgres/database.ts'
import { sql } from '../../postgres/sql.ts'
import type { Project } from '../../project/project.ts'
import { runCommand, STOPPED } from './run-command.ts'

export const NAME = 'cron'
export const ROLE = 'supabase_cron_admin'
export const WAKE_JOB = 'wake'

/** Runs the due jobs of awake projects. */
export type Runner = {
  /**
   * Reads the jobs and follows their changes. Jobs that became due a short time ago while the
   * project slept run now. Interrupted runs are marked as failed.
   */
  start(project: Project): Promise<void>
  /** Runs due jobs, and schedules the next wake-up. */
  wake(project: Project): Promise<void>
  /**
   * Runs a job now, or as soon as it is allowed to run again. False for a job that does not exist.
   */
  runNow(project: Project, id: string): Promise<boolean>
  /** Deletes old runs. */
  sweep(project: Project): Promise<void>
  /** Ends the runs in progress, and schedules the project's next wake-up. */
  stop(project: Project): Promise<void>
}

type Job = {
  readonly id: string
  readonly text: string
  readonly command: string
  readonly schedule: CronSchedule | undefined
  readonly isActive: boolean
  readonly overlap: CronOverlap
  next: Date | undefined
}

type Running = {
  readonly project: Project
  readonly subscription: Subscription
  readonly stopping: AbortController
  jobs: ReadonlyMap<string, Job>
  timer: NodeJS.Timeout | undefined
  planned: Date | undefined
  /** Plans are written one after another, so that the newest is the last one. */
  planning: Promise<void>
  /** Until the jobs are first read: the wake-up that was scheduled before this start. */
  expected: Date | undefined
  /** The time at which the clock was last read. */
  seen: Date
  /** Jobs are read one time after another, so that the newest state is the last one. */
  loading: Promise<void>
  /** Jobs to run as soon as they are allowed to. */
  readonly waiting: Set<string>
  readonly runs: Set<Run>
}

type Run = { readonly id: string; readonly ended: Promise<void> }

const JobRow = z.object({
  id: z.string(),
  schedule: z.string(),
  command: z.string(),
  is_active: z.boolean(),
  overlap: CronOverlap,
  last_start: z.date().nullable(),
})
type JobRow = z.infer<typeof JobRow>

/** Jobs of one project that run at the same time, each in a session of its own. */
const PARALLEL = 8
/** Maximum concurrent runs of a job that may overlap, so that the other jobs can start. */
const PARALLEL_OF_JOB = 4
/** A clock that jumps is noticed after this time. */
const LONGEST_SLEEP_MS = 30_000
/** While a project is awake, its next wake-up is scheduled no sooner than this. */
const SHORTEST_PLAN_MS = 30_000
/** A job that could not start for longer than this waits for its next time. */
const GRACE_MS = 5 * 60_000
const KEPT_RUNS = 1000
const KEPT_MS = 30 * 24 * 3_600_000

export function createRunner({ clock }: { readonly clock: Clock }): Runner {
  const projects = new WeakMap<Project, Running>()
  // The service's own tables, which nobody else can attach code to.
  const admin = (project: Project) => project.database.as(ROLE)

  function load(running: Running): Promise<void> {
    running.loading = running.loading.catch(() => {}).then(() => read(running))
    return running.loading
  }

  async function read(running: Running): Promise<void> {
    const { project } = running
    const rows = await admin(project).many(
      sql`
        select jobid::text as id, schedule, command, active as is_active,
          coalesce((select policy from cron.stoa_overlap as o where o.jobid = j.jobid), 'queue')
            as overlap,
          (select start_time from cron.job_run_details as d where d.jobid = j.jobid
            order by runid desc limit 1) as last_start
        from cron.job as j
        where username = 'postgres' and database = pg_catalog.current_database()`,
      JobRow,
    )
    const now = clock.now()
    const { jobs: before, expected } = running
    running.expected = undefined
    running.jobs = new Map(
      rows.map((row) => [row.id, toJob(row, { before: before.get(row.id), expected, now })]),
    )
    arrange(running)
  }

  /** Sleeps until the next job is due. */
  function arrange(running: Running): void {
    clearTimeout(running.timer)
    if (running.stopping.signal.aborted) return
    const next = earliest(running)
    const wait = next === undefined ? LONGEST_SLEEP_MS : next.getTime() - clock.now().getTime()
    running.timer = setTimeout(() => tick(running), Math.min(Math.max(wait, 0), LONGEST_SLEEP_MS))
    plan(running, SHORTEST_PLAN_MS).catch((error: unknown) => complain(running, error))
  }

  function tick(running: Running): void {
    const now = clock.now()
    if (now < running.seen)
      for (const job of running.jobs.values())
        job.next = job.isActive && job.schedule ? nextRun(job.schedule, now) : undefined
    running.seen = now
    for (const job of running.jobs.values()) {
      if (!job.next || job.next > now) continue
      // Counts from now, so that missed times are skipped.
      job.next = job.schedule && nextRun(job.schedule, now)
      if (job.overlap !== 'skip' || runsOf(running, job.id) === 0) ask(running, job)
    }
    arrange(running)
  }

  const earliest = ({ jobs }: Running): Date | undefined =>
    [...jobs.values()].reduce<Date | undefined>(
      (first, { next }) => (next && (!first || next < first) ? next : first),
      undefined,
    )

  /** Keeps a durable job for the next due time, which wakes the project if it sleeps by then. */
  function plan(running: Running, shortestMs: number): Promise<void> {
    running.planning = running.planning.catch(() => {}).then(() => planNext(running, shortestMs))
    return running.planning
  }

  async function planNext(running: Running, shortestMs: number): Promise<void> {
    const { project, planned } = running
    const next = earliest(running)
    if (!next) return
    const now = clock.now().getTime()
    const runAt = new Date(Math.max(next.getTime(), now + shortestMs))
    const isPlanned = planned && planned.getTime() > now && planned <= runAt
    if (isPlanned && shortestMs > 0) return
    await admin(project).run(sql`update cron.stoa_project set due = ${next}`)
    await project.addJob(NAME, WAKE_JOB, {}, { key: WAKE_JOB, runAt })
    running.planned = runAt
  }

  function ask(running: Running, { id }: Job): void {
    running.waiting.add(id)
    runWaiting(running)
  }

  const runsOf = ({ runs }: Running, id: string) => [...runs].filter((run) => run.id === id).length

  function runWaiting(running: Running): void {
    for (const id of running.waiting) {
      if (running.stopping.signal.aborted || running.runs.size >= PARALLEL) return
      const job = running.jobs.get(id)
      // It waits until a current run has ended.
      if (runsOf(running, id) >= (job?.overlap === 'allow' ? PARALLEL_OF_JOB : 1)) continue
      running.waiting.delete(id)
      if (!job) continue
      const release = running.project.holdAwake()
      const current: Run = {
        id,
        ended: run(running, job)
          .catch((error: unknown) => complain(running, error))
          .finally(() => {
            release()
            running.runs.delete(current)
            runWaiting(running)
          }),
      }
      running.runs.add(current)
    }
  }

  async function run({ project, stopping }: Running, { id, command }: Job): Promise<void> {
    const started = await admin(project).maybe(
      sql`
        insert into cron.job_run_details (jobid, database, username, command, status, start_time)
        select jobid, database, username, ${command}, 'starting', ${clock.now()}
        from cron.job where jobid = ${id}::bigint
        returning runid::text`,
      z.object({ runid: z.string() }),
    )
    // pg_cron itself deletes a job without a notification.
    if (!started) return
    const { runid } = started
    const { isSuccess, message } = await runCommand(project, command, {
      signal: stopping.signal,
      started: (pid) =>
        admin(project).run(sql`
          update cron.job_run_details set status = 'running', job_pid = ${pid}::integer
          where runid = ${runid}::bigint`),
    })
    await admin(project).run(sql`
      update cron.job_run_details set status = ${isSuccess ? 'succeeded' : 'failed'},
        return_message = ${storableText(message)}, end_time = ${clock.now()}
      where runid = ${runid}::bigint`)
  }

  const complain = ({ project }: Running, error: unknown) =>
    project.log(NAME).error({ error: String(error) }, 'Could not run scheduled jobs.')

  /**
   * Assigns the jobs to this project, and reads the scheduled wake-up. In a copy of another
   * project, the jobs stay inactive until somebody activates them.
   */
  async function claim(project: Project): Promise<Date | undefined> {
    await admin(project).run(sql`
      update cron.job set active = false
      where active and exists (select from cron.stoa_project where ref <> ${project.ref})`)
    await admin(project).run(sql`delete from cron.stoa_project where ref <> ${project.ref}`)
    await admin(project).run(sql`
      insert into cron.stoa_project (ref)
      select ${project.ref} where not exists (select from cron.stoa_project)`)
    const { due } = await admin(project).one(
      sql`select due from cron.stoa_project`,
      z.object({ due: z.date().nullable() }),
    )
    return due ?? undefined
  }

  return {
    async start(project) {
      const expected = await claim(project)
      await admin(project).run(sql`
        update cron.job_run_details
        set status = 'failed', return_message = ${STOPPED}, end_time = ${clock.now()}
        where status in ('starting', 'running')`)
      const subscription = project.database.listen(['stoa_cron'], () => {
        const running = projects.get(project)
        if (running) load(running).catch((error: unknown) => complain(running, error))
      })
      const running: Running = {
        project,
        subscription,
        stopping: new AbortController(),
        jobs: new Map(),
        timer: undefined,
        planned: undefined,
        planning: Promise.resolve(),
        expected,
        seen: clock.now(),
        loading: Promise.resolve(),
        waiting: new Set(),
        runs: new Set(),
      }
      projects.set(project, running)
      await subscription.settle()
      await load(running)
    },

    async wake(project) {
      const running = projects.get(project)
      if (!running) return
      // The durable job that schedules the next wake-up is this one, which ends now.
      running.planned = undefined
      tick(running)
      await running.planning
    },

    async runNow(project, id) {
      const running = projects.get(project)
      if (!running) return false
      await load(running)
      const job = running.jobs.get(id)
      if (job) ask(running, job)
      return job !== undefined
    },

    async sweep(project) {
      const old = new Date(clock.now().getTime() - KEPT_MS)
      await admin(project).run(sql`
        delete from cron.job_run_details as d using (
          select runid, pg_catalog.row_number() over (partition by jobid order by runid desc) as number
          from cron.job_run_details
        ) as numbered
        where d.runid = numbered.runid and d.status in ('succeeded', 'failed')
          and (numbered.number > ${KEPT_RUNS}::integer or d.start_time < ${old})`)
    },

    async stop(project) {
      const running = projects.get(project)
      if (!running) return
      projects.delete(project)
      clearTimeout(running.timer)
      running.stopping.abort()
      await running.subscription.close()
      await Promise.all([...running.runs].map(({ ended }) => ended))
      // The notification about a job that was just scheduled may not have arrived yet.
      await load(running).catch((error: unknown) => complain(running, error))
      await plan(running, 0)
    },
  }
}

type Reading = {
  readonly before: Job | undefined
  readonly expected: Date | undefined
  readonly now: Date
}

/** A job as it was read. Unless its schedule has changed, it keeps its due time. */
function toJob(row: JobRow, { before, expected, now }: Reading): Job {
  const { id, schedule: text, command, is_active: isActive, overlap } = row
  const schedule = before?.text === text ? before.schedule : parseSchedule(text)
  const isSame = before?.text === text && before.isActive === isActive
  const due = isActive && schedule ? dueTime(schedule, row, { expected, now }) : undefined
  return { id, text, command, schedule, isActive, overlap, next: isSame ? before.next : due }
}

/** The next due time, or a recent one that was missed because the project did not run. */
function dueTime(
  schedule: CronSchedule,
  { last_start }: JobRow,
  { expected, now }: Omit<Reading, 'before'>,
): Date | undefined {
  const next = nextRun(schedule, now)
  if (!expected) return next
  if (schedule.kind === 'interval') {
    // Counts through the sleep; otherwise a project that falls asleep before its job is due would
    // never run it.
    const due = last_start ? nextRun(schedule, last_start) : expected
    return due && next && due < next ? due : next
  }
  const missed = nextRun(schedule, new Date(expected.getTime() - 1))
  const isMissed =
    missed &&
    missed <= now &&
    now.getTime() - missed.getTime() < GRACE_MS &&
    !(last_start && last_start >= missed)
  return isMissed ? missed : next
}
