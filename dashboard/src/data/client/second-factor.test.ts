import { describe, expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
import { codeFailure, factorsOf, plainCode } from './second-factor.ts'

it('reads authenticator apps and ignores other factors', () => {
  const app = { id: 'f1', friendly_name: 'Phone', factor_type: 'totp', status: 'verified' }
  const factors = [
    { ...app, created_at: '2026-03-01T12:00:00Z' },
    { ...app, id: 'f2', friendly_name: null, status: 'unverified' },
    { ...app, id: 'f3', factor_type: 'phone' },
    null,
  ]
  expect(factorsOf({ factors })).toEqual([
    { id: 'f1', name: 'Phone', isVerified: true, createdAt: '2026-03-01T12:00:00Z' },
    { id: 'f2', name: '', isVerified: false, createdAt: '' },
  ])
  expect(factorsOf(undefined)).toEqual([])
})

it('accepts a code with the spaces that apps show and people paste', () => {
  expect(plainCode('123 456')).toBe('123456')
  expect(plainCode(' 12a3-4567 ')).toBe('123456')
})

describe('the message for a rejected code', () => {
  const refused = (errorCode: string, retryAfter?: number) =>
    codeFailure(new ApiError('The server says so.', { code: 422, errorCode, retryAfter }))

  it('says what to do', () => {
    expect(refused('mfa_verification_failed')).toContain('Enter the current code')
  })

  it('says how long to wait after too many wrong codes', () => {
    expect(refused('over_request_rate_limit', 290)).toBe(
      'Too many wrong codes. Try again in 5 minutes.',
    )
    expect(refused('over_request_rate_limit', 20)).toBe(
      'Too many wrong codes. Try again in a minute.',
    )
  })

  it("is the server's message for any other reason", () => {
    expect(refused('mfa_challenge_expired')).toBe('The server says so.')
  })
})
