import { expect, it } from 'vitest'
import { axisEnd, axisTimes } from './axis.ts'

it.each([
  [0, 2],
  [1, 2],
  [3, 6],
  [5, 6],
  [7, 10],
  [21, 50],
  [249, 500],
  [1000, 1000],
])('an axis of counts up to %s ends at %s, whose half is a count', (highest, end) => {
  expect(axisEnd(highest, { isCount: true })).toBe(end)
  expect(Number.isInteger(end / 2)).toBe(true)
})

it.each([
  [0.03, 0.05],
  [1.5, 2],
  [90, 100],
])('an axis of a measure up to %s ends at %s', (highest, end) => {
  expect(axisEnd(highest, { isCount: false })).toBeCloseTo(end)
})

it('labels the first, the middle and the last point', () => {
  expect(axisTimes(24)).toEqual([0, 11, 23])
  expect(axisTimes(2)).toEqual([0, 1])
  expect(axisTimes(1)).toEqual([0])
  expect(axisTimes(0)).toEqual([])
})
