import type { Clock } from '../../lib/clock.ts'
import type { Session, Subscription } from '../../postgres/database.ts'
import type { Project } from '../../project/project.ts'
import type { Job } from './due-jobs.ts'

export const NAME = 'cron'
export const ROLE = 'supabase_cron_admin'
export const WAKE_JOB = 'wake'

/** The jobs of an awake project, and their runs. */
export type RunningProject = {
  readonly project: Project
  readonly clock: Clock
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
  readonly runs: Set<JobRun>
}

export type JobRun = { readonly id: string; readonly ended: Promise<void> }

export const createRunningProject = (
  given: Pick<RunningProject, 'project' | 'clock' | 'subscription' | 'expected'>,
): RunningProject => ({
  ...given,
  stopping: new AbortController(),
  jobs: new Map(),
  timer: undefined,
  planned: undefined,
  planning: Promise.resolve(),
  seen: given.clock.now(),
  loading: Promise.resolve(),
  waiting: new Set(),
  runs: new Set(),
})

/** A session for the service's own tables, which nobody else can attach code to. */
export const ownerOf = ({ database }: Project): Session => database.as(ROLE)

/** Logs a failure of work in the background. */
export const complain = ({ project }: Pick<RunningProject, 'project'>, error: unknown): void =>
  project.log(NAME).error({ error: String(error) }, 'Could not run scheduled jobs.')
