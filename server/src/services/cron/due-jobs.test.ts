import { parseSchedule } from '@stoa/contract/services/cron/schedule'
import { expect, it } from 'vitest'
import { earliestOf, takeDue, toJob, type Job } from './due-jobs.ts'

const at = (time: string) => new Date(`2026-01-01T${time}:00Z`)

const jobOf = (id: string, schedule: string, next: Date | undefined): Job => ({
  id,
  name: null,
  text: schedule,
  command: 'select 1',
  schedule: parseSchedule(schedule),
  isActive: true,
  overlap: 'queue',
  next,
})

it('takes the jobs that are due and moves them to their next time', () => {
  const jobs = [
    jobOf('late', '*/5 * * * *', at('10:00')),
    jobOf('now', '0 * * * *', at('11:02')),
    jobOf('later', '30 11 * * *', at('11:30')),
    jobOf('never', '@reboot', undefined),
  ]
  expect(earliestOf(jobs)).toEqual(at('10:00'))
  const due = takeDue(jobs, { now: at('11:02'), seen: at('11:01') })
  expect(due.map(({ id }) => id)).toEqual(['late', 'now'])
  expect(jobs.map(({ next }) => next)).toEqual([at('11:05'), at('12:00'), at('11:30'), undefined])
  expect(earliestOf([])).toBeUndefined()
})

it('counts all times anew after the clock was set back', () => {
  const jobs = [jobOf('hourly', '0 * * * *', at('12:00'))]
  expect(takeDue(jobs, { now: at('09:10'), seen: at('11:30') })).toEqual([])
  expect(jobs[0]?.next).toEqual(at('10:00'))
})

it('runs a job that was missed not long ago, unless it has started since', () => {
  const row = {
    id: '1',
    name: null,
    schedule: '0 * * * *',
    command: 'select 1',
    is_active: true,
    overlap: 'queue' as const,
    last_start: null,
  }
  const read = (given: { readonly expected: Date | undefined; readonly now: Date }) =>
    toJob(row, { before: undefined, ...given }).next
  expect(read({ expected: at('10:00'), now: at('10:04') })).toEqual(at('10:00'))
  expect(read({ expected: at('10:00'), now: at('10:06') })).toEqual(at('11:00'))
  expect(read({ expected: undefined, now: at('10:04') })).toEqual(at('11:00'))
  const started = { ...row, last_start: at('10:01') }
  const reading = { before: undefined, expected: at('10:00'), now: at('10:04') }
  expect(toJob(started, reading).next).toEqual(at('11:00'))
})
