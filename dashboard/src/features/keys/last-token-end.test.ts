import { expect, it } from 'vitest'
import { lastTokenEnd } from './last-token-end.ts'

it('returns one token lifetime after the key was rotated out', () => {
  const key = { state_changed_at: '2026-03-01T12:00:00.000Z' }
  expect(lastTokenEnd(key, 3600).toISOString()).toBe('2026-03-01T13:00:00.000Z')
})
