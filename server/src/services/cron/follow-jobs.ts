import { earliestOf, takeDue, toJob } from './due-jobs.ts'
import { countRuns, requestRun } from './job-runs.ts'
import * as queries from './run-queries.ts'
import { complain, NAME, ownerOf, WAKE_JOB, type RunningProject } from './running-project.ts'

/** A clock that jumps is noticed after this time. */
const LONGEST_SLEEP_MS = 30_000
/** While a project is awake, its next wake-up is scheduled no sooner than this. */
const SHORTEST_PLAN_MS = 30_000

/** Reads the jobs, and waits for the next that is due. */
export function loadJobs(running: RunningProject): Promise<void> {
  running.loading = running.loading.catch(() => {}).then(() => read(running))
  return running.loading
}

/** Runs the jobs that are due, and waits for the next one. */
export function runDueJobs(running: RunningProject): void {
  const now = running.clock.now()
  const due = takeDue(running.jobs.values(), { now, seen: running.seen })
  running.seen = now
  for (const job of due)
    if (job.overlap !== 'skip' || countRuns(running, job.id) === 0) requestRun(running, job)
  arrange(running)
}

/**
 * Keeps a durable job for the next due time, but no sooner than after `shortestMs`. It wakes the
 * project if it is asleep at that time.
 */
export function planWakeUp(running: RunningProject, shortestMs: number): Promise<void> {
  running.planning = running.planning.catch(() => {}).then(() => planNext(running, shortestMs))
  return running.planning
}

async function read(running: RunningProject): Promise<void> {
  const rows = await queries.readScheduledJobs(ownerOf(running.project))
  const now = running.clock.now()
  const { jobs: before, expected } = running
  running.expected = undefined
  running.jobs = new Map(
    rows.map((row) => [row.id, toJob(row, { before: before.get(row.id), expected, now })]),
  )
  arrange(running)
}

/** Sleeps until the next job is due. */
function arrange(running: RunningProject): void {
  clearTimeout(running.timer)
  if (running.stopping.signal.aborted) return
  const next = earliestOf(running.jobs.values())
  const wait =
    next === undefined ? LONGEST_SLEEP_MS : next.getTime() - running.clock.now().getTime()
  running.timer = setTimeout(
    () => runDueJobs(running),
    Math.min(Math.max(wait, 0), LONGEST_SLEEP_MS),
  )
  planWakeUp(running, SHORTEST_PLAN_MS).catch((error: unknown) => complain(running, error))
}

async function planNext(running: RunningProject, shortestMs: number): Promise<void> {
  const { project, planned } = running
  const next = earliestOf(running.jobs.values())
  if (!next) return
  const now = running.clock.now().getTime()
  const runAt = new Date(Math.max(next.getTime(), now + shortestMs))
  const isPlanned = planned && planned.getTime() > now && planned <= runAt
  if (isPlanned && shortestMs > 0) return
  await queries.setDue(ownerOf(project), next)
  await project.addJob(NAME, WAKE_JOB, {}, { key: WAKE_JOB, runAt })
  running.planned = runAt
}
