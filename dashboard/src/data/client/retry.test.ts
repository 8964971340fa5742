import { describe, expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
import { retryDelay, shouldRetry } from './retry.ts'

const refused = (code: number, retryAfter?: number) => new ApiError('No', { code, retryAfter })

describe('the retry of a failed query', () => {
  // SPEC: "Retries: up to 3 attempts."
  it('makes three attempts in total', () => {
    expect([0, 1, 2].map((failures) => shouldRetry(failures, refused(503)))).toEqual([
      true,
      true,
      false,
    ])
  })

  // SPEC: "4xx errors are not retried except 429."
  it('never retries a 4xx response except 429', () => {
    expect(shouldRetry(0, refused(404))).toBe(false)
    expect(shouldRetry(0, refused(401))).toBe(false)
    expect(shouldRetry(0, refused(429))).toBe(true)
  })

  it('retries when the server could not be reached', () => {
    expect(shouldRetry(0, refused(0))).toBe(true)
  })

  it('does not retry a response that breaks the contract', () => {
    expect(shouldRetry(0, refused(200))).toBe(false)
  })

  // SPEC: "The delay is the server's retry-after or an exponential backoff doubling from 1 s, capped at 30 s."
  it('waits as long as the server asked, or else one second doubling up to thirty', () => {
    expect(retryDelay(0, refused(429, 12))).toBe(12_000)
    expect([0, 1, 2, 3, 4, 5, 9].map((failures) => retryDelay(failures, refused(500)))).toEqual([
      1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
    ])
  })
})
