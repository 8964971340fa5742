import { expect, it } from 'vitest'
import { axisEnd, axisTimes, linearAxis, logarithmicAxis } from './axis.ts'

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

it('has zero inside if some values are negative', () => {
  const { ticks, place } = linearAxis({ lowest: -3, highest: 8 }, { isCount: false })
  expect(ticks).toEqual([-5, 2.5, 10])
  expect(place(-5)).toBe(0)
  expect(place(10)).toBe(1)
})

it('ends at zero if all values are negative', () => {
  expect(linearAxis({ lowest: -8, highest: 0 }, { isCount: false }).ticks).toEqual([-10, -5, 0])
})

it('has powers of ten on a logarithmic axis, which shows no zero', () => {
  const { ticks, place } = logarithmicAxis([3, 40_000, 0, -1])
  expect(ticks).toEqual([1, 1000, 1_000_000])
  expect(place(1000)).toBe(0.5)
  expect(place(0)).toBeUndefined()
  expect(logarithmicAxis([]).ticks).toEqual([1, 10, 100])
})
