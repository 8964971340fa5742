import { expect, it } from 'vitest'
import { formatAge } from './ages.ts'

it.each([
  [null, '–'],
  [0, '0 s'],
  [-1, '0 s'],
  [59, '59 s'],
  [60, '1 min'],
  [3599, '59 min'],
  [7200, '2 h'],
  [200_000, '2 d'],
])('shows an age of %s seconds as %s', (seconds, text) => {
  expect(formatAge(seconds)).toBe(text)
})
