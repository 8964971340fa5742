import type { Clock } from '../../lib/clock.ts'
import { storableText } from '../../lib/storable-text.ts'
import type { Subscription } from '../../postgres/database.ts'
import type { Project } from '../../project/project.ts'
import { earliestOf, takeDue, toJob, type Job } from './due-jobs.ts'
import { runCommand, STOPPED } from './run-command.ts'
import * as queries from './run-queries.ts'

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

/** Jobs of one project that run at the same time, each in a session of its own. */
const PARALLEL = 8
/** Maximum concurrent runs of a job that may overlap, so that the other jobs can start. */
const PARALLEL_OF_JOB = 4
/** A clock that jumps is noticed after this time. */
const LONGEST_SLEEP_MS = 30_000
/** While a project is awake, its next wake-up is scheduled no sooner than this. */
const SHORTEST_PLAN_MS = 30_000

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
    const rows = await queries.readScheduledJobs(admin(project))
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
    const next = earliestOf(running.jobs.values())
    const wait = next === undefined ? LONGEST_SLEEP_MS : next.getTime() - clock.now().getTime()
    running.timer = setTimeout(() => tick(running), Math.min(Math.max(wait, 0), LONGEST_SLEEP_MS))
    plan(running, SHORTEST_PLAN_MS).catch((error: unknown) => complain(running, error))
  }

  function tick(running: Running): void {
    const now = clock.now()
    const due = takeDue(running.jobs.values(), { now, seen: running.seen })
    running.seen = now
    for (const job of due)
      if (job.overlap !== 'skip' || runsOf(running, job.id) === 0) ask(running, job)
    arrange(running)
  }

  /** Keeps a durable job for the next due time, which wakes the project if it sleeps by then. */
  function plan(running: Running, shortestMs: number): Promise<void> {
    running.planning = running.planning.catch(() => {}).then(() => planNext(running, shortestMs))
    return running.planning
  }

  async function planNext(running: Running, shortestMs: number): Promise<void> {
    const { project, planned } = running
    const next = earliestOf(running.jobs.values())
    if (!next) return
    const now = clock.now().getTime()
    const runAt = new Date(Math.max(next.getTime(), now + shortestMs))
    const isPlanned = planned && planned.getTime() > now && planned <= runAt
    if (isPlanned && shortestMs > 0) return
    await queries.setDue(admin(project), next)
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
    const runId = await queries.addRun(admin(project), { id, command, at: clock.now() })
    // pg_cron itself deletes a job without a notification.
    if (runId === undefined) return
    const { isSuccess, message } = await runCommand(project, command, {
      signal: stopping.signal,
      started: (pid) => queries.noteProcess(admin(project), runId, pid),
    })
    await queries.endRun(admin(project), runId, {
      status: isSuccess ? 'succeeded' : 'failed',
      message: storableText(message),
      at: clock.now(),
    })
  }

  const complain = ({ project }: Running, error: unknown) =>
    project.log(NAME).error({ error: String(error) }, 'Could not run scheduled jobs.')

  return {
    async start(project) {
      const expected = await queries.claimJobs(admin(project), project.ref)
      await queries.failRuns(admin(project), { message: STOPPED, at: clock.now() })
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
      await queries.deleteOldRuns(admin(project), clock.now())
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
