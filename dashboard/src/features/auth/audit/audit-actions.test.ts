import { expect, it } from 'vitest'
import { actionName } from './audit-actions.ts'

const about = { user_id: 'u1', user_email: 'bob@example.com' }

it.each([
  ['user_modified', {}, 'Updated user'],
  ['user_modified', { banned_until: '2026-05-04T00:00:00Z' }, 'Banned user'],
  ['user_modified', { banned_until: null }, 'Unbanned user'],
  ['user_modified', { sessions_ended: 'all' }, 'Ended all sessions'],
  ['user_recovery_requested', { mail: 'recovery' }, 'Sent password reset'],
  ['user_recovery_requested', { mail: 'magiclink' }, 'Sent sign-in link'],
  ['user_signedup', about, 'Created user'],
  ['user_signedup', { provider: 'email' }, 'Signed up'],
  ['user_recovery_requested', {}, 'Requested a password reset or sign-in link'],
  ['unknown_action', {}, 'unknown_action'],
])('calls %s with %j "%s"', (action, traits, name) => {
  expect(actionName({ action, traits })).toBe(name)
})
