import type {
  createCronJob,
  CronJob,
  CronRun,
  updateCronJob,
} from '@stoa/contract/services/cron/jobs'
import { nextRun, parseSchedule } from '@stoa/contract/services/cron/schedule'
import type { z } from 'zod'
import type { Project } from '../../project/project.ts'
import { invalidSchedule } from '../../project/refusals.ts'
import { requireUnchanged } from '../../project/unchanged.ts'
import { callCommand } from './call-sql.ts'
import { jobExists, jobNotFound, refuse } from './errors.ts'
import * as queries from './queries.ts'

type NewJob = z.infer<NonNullable<typeof createCronJob.body>>
type JobChange = z.infer<NonNullable<typeof updateCronJob.body>>

// Members work on the database as its owner.
const owner = ({ database }: Project) => database.as('postgres')

const withNextRun = (job: Omit<CronJob, 'next_run_at'>, now: Date): CronJob => {
  const schedule = job.is_active ? parseSchedule(job.schedule) : undefined
  const next = schedule && nextRun(schedule, now)
  return { ...job, next_run_at: next?.toISOString() ?? null }
}

/** The jobs whose name or command contains the text, by name. */
export async function listJobs(project: Project, search: string, now: Date): Promise<CronJob[]> {
  const jobs = await queries.findJobs(owner(project), search)
  return jobs.map((job) => withNextRun(job, now))
}

/** One job; 404 `job_not_found`. */
export async function getJob(project: Project, id: string, now: Date): Promise<CronJob> {
  const job = await queries.findJob(owner(project), id)
  if (job) return withNextRun(job, now)
  throw jobNotFound()
}

/** 409 `job_exists` if a job has the name: members who create a job do not replace another one. */
export async function createJob(project: Project, newJob: NewJob): Promise<{ id: string }> {
  requireSchedule(newJob.schedule)
  const { command } = newJob
  const job = {
    ...newJob,
    command: typeof command === 'string' ? command : callCommand(command, project.apiUrl),
  }
  const created = await owner(project)
    .transaction(async (tx) => {
      const added = await queries.addJob(tx, job)
      if (added && job.overlap) await queries.setOverlap(tx, added.id, job.overlap)
      return added
    })
    .catch(refuse)
  if (created) return created
  throw jobExists(job.name)
}

export async function updateJob(project: Project, id: string, change: JobChange): Promise<void> {
  if (change.schedule !== undefined) requireSchedule(change.schedule)
  await owner(project)
    .transaction(async (tx) => {
      if (change.replaces !== undefined) {
        const job = await queries.findShownJob(tx, id)
        if (!job) throw jobNotFound()
        requireUnchanged(job, change.replaces)
      }
      await queries.alterJob(tx, id, change)
      if (change.overlap) await queries.setOverlap(tx, id, change.overlap)
    })
    .catch(refuse)
}

export async function deleteJob(project: Project, id: string): Promise<void> {
  await queries.unscheduleJob(owner(project), id).catch(refuse)
}

/**
 * The runs of a job, newest first; 404 `job_not_found` if there are none and the job does not
 * exist.
 */
export async function listRuns(
  project: Project,
  id: string,
  filter: queries.RunFilter,
): Promise<CronRun[]> {
  const runs = await queries.findRuns(owner(project), id, filter)
  if (runs.length === 0 && !(await queries.hasJob(owner(project), id))) throw jobNotFound()
  return runs
}

function requireSchedule(text: string): void {
  if (parseSchedule(text)) return
  throw invalidSchedule(
    text,
    'Use five cron fields such as 5 4 * * *, a name such as @daily, or 1 to 59 seconds.',
  )
}
