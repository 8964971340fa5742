import { expect, it } from 'vitest'
import { createDurationEstimates } from './duration-estimates.ts'

const estimateAfter = (...seen: number[]) => {
  const durations = createDurationEstimates()
  for (const ms of seen) durations.record('read', ms)
  return durations.estimate('read') ?? 0
}
const times = (count: number, ms: number) => Array.from({ length: count }, () => ms)

it('has no estimate for a statement that has not run', () => {
  expect(createDurationEstimates().estimate('read')).toBeUndefined()
})

it('starts with the first duration and follows the median from there', () => {
  expect(estimateAfter(8)).toBe(8)
  expect(estimateAfter(8, ...times(50, 0.2))).toBeCloseTo(0.2)
  expect(estimateAfter(0.2, ...times(50, 8))).toBeCloseTo(8)
})

it('hardly moves for a single long duration', () => {
  expect(estimateAfter(...times(10, 0.2), 20)).toBeLessThan(0.25)
})

it('rises to a slow duration at once and falls from it slowly', () => {
  expect(estimateAfter(...times(50, 0.2), 25)).toBe(25)
  expect(estimateAfter(400, ...times(10, 0.2))).toBeGreaterThan(100)
})

it('keeps a bounded number of statements', () => {
  const durations = createDurationEstimates()
  for (let at = 0; at < 10_000; at += 1) durations.record(`read ${at}`, at)
  const known = Array.from({ length: 10_000 }, (_, at) => durations.estimate(`read ${at}`))
  expect(known.filter((ms) => ms !== undefined)).toHaveLength(2000)
  expect(known.at(-1)).toBe(9999)
})
