import { expect, it } from 'vitest'
import { formatSeconds } from './durations.ts'

it.each([
  [-0.2, '0.0 s'],
  [0.46, '0.4 s'],
  [12.9, '12 s'],
  [185, '3 min 5 s'],
  [7440, '2 h 4 min'],
  [273_700, '3 d 4 h'],
])('formats %f seconds', (seconds, text) => {
  expect(formatSeconds(seconds)).toBe(text)
})
