import { ApiError } from './api-error.ts'

const ATTEMPTS = 3
const LONGEST_DELAY = 30_000

/** Whether a query is retried: three attempts in total, and none after a 4xx other than 429. */
export function shouldRetry(failureCount: number, error: unknown): boolean {
  const code = error instanceof ApiError ? error.code : 0
  if (code >= 200 && code < 500 && code !== 429) return false
  return failureCount < ATTEMPTS - 1
}

/**
 * Milliseconds until the next attempt: the server's `Retry-After`, or else 1 s doubling up to 30 s.
 */
export function retryDelay(failureCount: number, error: unknown): number {
  if (error instanceof ApiError && error.retryAfter !== undefined) return error.retryAfter * 1000
  return Math.min(1000 * 2 ** failureCount, LONGEST_DELAY)
}
