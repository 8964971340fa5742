import { expect, it } from 'vitest'
import { cases, refused } from '../../../test/cron/schedule-cases.ts'
import { nextRuns, parseSchedule } from '@stoa/contract/services/cron/schedule'

const FROM = new Date('2026-11-23T10:30:20Z')
const runs = (text: string, count = 3) => {
  const schedule = parseSchedule(text)
  if (!schedule) return undefined
  return nextRuns(schedule, FROM, count).map((at) => at.toISOString().replace(/:00\.000Z$/, ''))
}

it.each(cases)('%s is due at %j', (text, expected) => {
  expect(runs(text)).toEqual(expected)
})

it('is due at an interval of seconds', () => {
  expect(runs('30 seconds', 2)).toEqual(['2026-11-23T10:30:50.000Z', '2026-11-23T10:31:20.000Z'])
})

it.each(refused)('%j is not a schedule', (text) => {
  expect(runs(text)).toBeUndefined()
})
