import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { formatClock, formatLogTime, formatRelative } from './dates.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-03-01T12:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

it.each([
  ['2026-03-01T11:59:59Z', 'just now'],
  ['2026-03-01T11:59:57Z', '3 seconds ago'],
  ['2026-03-01T11:59:12Z', '48 seconds ago'],
  ['2026-03-01T11:58:00Z', '2 minutes ago'],
  ['2026-03-07T12:00:00Z', 'in 6 days'],
])('says how long ago %s was', (date, text) => {
  expect(formatRelative(date)).toBe(text)
})

it('writes the time of a message with 24 hours and milliseconds', () => {
  expect(formatClock(new Date(2026, 2, 1, 19, 6, 9, 42))).toBe('19:06:09.042')
})

it('writes the time of a log entry with its day and milliseconds', () => {
  const at = new Date(2026, 2, 1, 19, 6, 9, 42).toISOString()
  expect(formatLogTime(at)).toBe('01 Mar 2026, 19:06:09.042')
})
