import type { CronOverlap } from '@stoa/contract/services/cron/jobs'
import { nextRun, parseSchedule, type CronSchedule } from '@stoa/contract/services/cron/schedule'
import type { JobRow } from './run-queries.ts'

/** A job of a running project. */
export type Job = {
  readonly id: string
  readonly name: string | null
  readonly text: string
  readonly command: string
  readonly schedule: CronSchedule | undefined
  readonly isActive: boolean
  readonly overlap: CronOverlap
  next: Date | undefined
}

/** A job that could not start for longer than this waits for its next time. */
const GRACE_MS = 5 * 60_000

/** When the next job is due. */
export const earliestOf = (jobs: Iterable<Job>): Date | undefined =>
  [...jobs].reduce<Date | undefined>(
    (first, { next }) => (next && (!first || next < first) ? next : first),
    undefined,
  )

/**
 * Returns the jobs that are due, and moves each to its next time after `now`, so that no time is made
 * up for. If the clock was set back since it was `seen`, all times are counted anew.
 */
export function takeDue(
  jobs: Iterable<Job>,
  { now, seen }: { readonly now: Date; readonly seen: Date },
): readonly Job[] {
  const due: Job[] = []
  for (const job of jobs) {
    if (now < seen) job.next = job.isActive && job.schedule ? nextRun(job.schedule, now) : undefined
    if (!job.next || job.next > now) continue
    job.next = job.schedule && nextRun(job.schedule, now)
    due.push(job)
  }
  return due
}

type Reading = {
  readonly before: Job | undefined
  readonly expected: Date | undefined
  readonly now: Date
}

/** A job as it was read. Unless its schedule has changed, it is due when it was due before. */
export function toJob(row: JobRow, { before, expected, now }: Reading): Job {
  const { id, name, schedule: text, command, is_active: isActive, overlap } = row
  const schedule = before?.text === text ? before.schedule : parseSchedule(text)
  const isSame = before?.text === text && before.isActive === isActive
  const due = isActive && schedule ? dueTime(schedule, row, { expected, now }) : undefined
  return { id, name, text, command, schedule, isActive, overlap, next: isSame ? before.next : due }
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
    // Counts from the last run even across sleep: a project that sleeps before its job is due would
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
