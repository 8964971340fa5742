import { expect, it } from 'vitest'
import { formatTimeFrom } from './time-from.ts'

const NOW = new Date('2026-03-31T12:00:00Z')
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

it.each([
  [0, 'a few seconds ago'],
  [-44 * SECOND, 'a few seconds ago'],
  [-45 * SECOND, 'a minute ago'],
  [90 * SECOND, 'in 2 minutes'],
  [-3 * MINUTE, '3 minutes ago'],
  [-44 * MINUTE, '44 minutes ago'],
  [-45 * MINUTE, 'an hour ago'],
  [90 * MINUTE, 'in 2 hours'],
  [-21 * HOUR, '21 hours ago'],
  [-22 * HOUR, 'a day ago'],
  [-40 * HOUR, '2 days ago'],
  [6 * DAY, 'in 6 days'],
  [25 * DAY, 'in 25 days'],
  [26 * DAY, 'in a month'],
  [-45 * DAY, 'a month ago'],
  [-46 * DAY, '2 months ago'],
  [-200 * DAY, '7 months ago'],
  [340 * DAY, 'in a year'],
  [-500 * DAY, 'a year ago'],
  [-1100 * DAY, '3 years ago'],
])('names a distance of %i ms as “%s”', (distance, text) => {
  expect(formatTimeFrom(NOW, new Date(NOW.getTime() + distance))).toBe(text)
})
