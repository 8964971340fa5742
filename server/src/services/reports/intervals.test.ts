import { expect, it } from 'vitest'
import { intervalsOf } from './intervals.ts'

const NOW = Date.UTC(2026, 5, 1, 12, 0, 30)
const HOUR = 3_600_000
const iso = (before: number) => new Date(NOW - before).toISOString()
const of = (from: number, to: number, points: number) =>
  intervalsOf({ from: iso(from), to: iso(to), points }, { now: NOW, retentionDays: 7 })

it.each([
  ['an hour by minutes', HOUR, 0, 120, { step: 60, count: 61 }],
  ['an hour in few points', HOUR, 0, 10, { step: 600, count: 7 }],
  ['a day', 24 * HOUR, 0, 120, { step: 900, count: 97 }],
  ['a week in one point', 7 * 24 * HOUR, 0, 1, { step: 14 * 24 * 3600, count: 1 }],
  ['a range in the future', -HOUR, -2 * HOUR, 10, { step: 60, count: 0 }],
  ['a range that is not kept', 30 * 24 * HOUR, 8 * 24 * HOUR, 10, { step: 60, count: 0 }],
])('covers %s', (_, from, to, points, expected) => {
  const { stepMs, count } = of(from, to, points)
  expect({ step: stepMs / 1000, count }).toEqual(expected)
})

it('never has more points than asked for, and always the whole range', () => {
  for (const hours of [0.01, 1, 5, 24, 100, 168])
    for (const points of [1, 2, 3, 7, 120, 1500]) {
      const { from, stepMs, count } = of(hours * HOUR, 0, points)
      expect(count).toBeLessThanOrEqual(points)
      expect(from).toBeLessThanOrEqual(NOW - hours * HOUR)
      expect(from + stepMs * count).toBeGreaterThanOrEqual(NOW)
    }
})

it('leaves out what is not kept', () => {
  expect(of(30 * 24 * HOUR, 0, 1500).from).toBeGreaterThan(NOW - 7 * 24 * HOUR - HOUR)
})

it('refuses a range that ends before it starts', () => {
  expect(() => of(0, HOUR, 10)).toThrow(expect.objectContaining({ code: 'report_range_invalid' }))
})
