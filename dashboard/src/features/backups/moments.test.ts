import { expect, it } from 'vitest'
import {
  describeReach,
  formatUtc,
  nearestReachable,
  periodsOf,
  stepFrom,
  type Period,
} from './moments.ts'

const at = (text: string) => Date.parse(`2026-03-01T${text}Z`)
const periods: readonly Period[] = [
  { from: at('10:00:00'), until: at('11:00:00') },
  { from: at('13:00:00'), until: at('14:00:00') },
]

it('keeps only whole seconds inside a period', () => {
  const reach = [
    { from: '2026-03-01T10:00:00.200Z', until: '2026-03-01T10:00:05.900Z' },
    { from: '2026-03-01T11:00:00.100Z', until: '2026-03-01T11:00:00.900Z' },
  ]
  expect(periodsOf(reach)).toEqual([{ from: at('10:00:01'), until: at('10:00:05') }])
})

it.each([
  ['a moment that can be restored', '10:30:00', '10:30:00'],
  ['a moment before everything', '09:00:00', '10:00:00'],
  ['a moment after everything', '20:00:00', '14:00:00'],
  ['the first half of a gap', '11:40:00', '11:00:00'],
  ['the second half of a gap', '12:40:00', '13:00:00'],
])('finds the nearest reachable second of %s', (_name, time, nearest) => {
  expect(nearestReachable(periods, at(time))).toBe(at(nearest))
})

it.each([
  ['inside a period', '10:30:00', 60_000, '10:31:00'],
  ['forward over a gap', '11:00:00', 1000, '13:00:00'],
  ['back over a gap', '13:00:00', -60_000, '11:00:00'],
  ['past the end', '14:00:00', 60_000, '14:00:00'],
  ['before the start', '10:00:20', -60_000, '10:00:00'],
])('steps %s', (_name, time, step, next) => {
  expect(stepFrom(periods, at(time), step)).toBe(at(next))
})

it('says what can be restored', () => {
  expect(describeReach([])).toBe('Only complete backups can be restored so far.')
  expect(describeReach(periods.slice(0, 1))).toMatch(
    /^Every moment from .* to .* can be restored\.$/,
  )
  expect(describeReach(periods)).toMatch(/, except in one gap\.$/)
})

it('names a moment in UTC to the second', () => {
  expect(formatUtc(at('13:05:09'))).toBe('2026-03-01 13:05:09 UTC')
})
