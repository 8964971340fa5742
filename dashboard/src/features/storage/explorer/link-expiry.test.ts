import { expect, it } from 'vitest'
import { linkSeconds } from './link-expiry.ts'

const now = new Date('2026-03-01T12:00:00')

it.each([
  ['hour', 3600],
  ['week', 604_800],
  ['month', 2_592_000],
  ['year', 31_536_000],
] as const)('signs for one %s', (expiry, seconds) => {
  expect(linkSeconds({ expiry, day: '' }, now)).toEqual({ seconds })
})

it('signs until the end of a custom date', () => {
  expect(linkSeconds({ expiry: 'custom', day: '2026-03-01' }, now)).toEqual({ seconds: 43_200 })
})

it.each([
  ['', 'Enter a date such as'],
  ['2026-02-30', 'Enter a date such as'],
  ['2026-02-28', 'not in the past'],
  ['2036-03-02', 'at most 10 years'],
])('refuses %j as a custom date', (day, problem) => {
  expect(linkSeconds({ expiry: 'custom', day }, now)).toEqual({
    problem: expect.stringContaining(problem),
  })
})
