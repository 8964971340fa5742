import { expect, it } from 'vitest'
import { bannedUntil } from './ban-duration.ts'

const now = new Date('2026-01-01T00:00:00Z')

it.each([
  ['24h', '2026-01-02T00:00:00.000Z'],
  ['1h30m', '2026-01-01T01:30:00.000Z'],
  ['1.5h', '2026-01-01T01:30:00.000Z'],
  ['300ms', '2026-01-01T00:00:00.300Z'],
])('%s bans until %s', (duration, until) => {
  expect(bannedUntil(duration, now)?.toISOString()).toBe(until)
})

it('"none" lifts a ban', () => {
  expect(bannedUntil('none', now)).toBeNull()
})

it.each(['', '1', 'h', '1d', '-1h', '1h ', 'forever', '9999999h'])('%j is refused', (duration) => {
  expect(() => bannedUntil(duration, now)).toThrow('invalid format for ban duration')
})
