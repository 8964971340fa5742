import { expect, it } from 'vitest'
import { changeBetween, formatUnit, type Unit } from './units.ts'

it.each<[number, Unit, string]>([
  [12.54, 'percent', '12.5%'],
  [0.034, 'percent', '0.03%'],
  [9_856_000, 'bytes', '9.4 MB'],
  [0, 'bytes', '0 bytes'],
  [2048, 'bytes_per_second', '2 kB/s'],
  [3.14, 'per_second', '3.1/s'],
  [0.42, 'milliseconds', '0.42 ms'],
  [12, 'milliseconds', '12 ms'],
  [1234, 'milliseconds', '1.2 s'],
  [180_000, 'milliseconds', '3 min'],
  [12_043, 'count', '12,043'],
  [1_204_300, 'count', '1.2M'],
])('writes %d %s as %s', (value, unit, text) => {
  expect(formatUnit(value, unit)).toBe(text)
})

it.each([
  [100, 150, '+50%'],
  [100, 40, '−60%'],
  [100, 100, '±0%'],
  [1, 100, '×100'],
])('writes the change from %d to %d as %s', (before, now, text) => {
  expect(changeBetween(before, now)?.text).toBe(text)
})

it('has no change from nothing', () => {
  expect(changeBetween(0, 5)).toBeUndefined()
  expect(changeBetween(null, 5)).toBeUndefined()
})
