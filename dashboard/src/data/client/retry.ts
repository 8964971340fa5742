import { ApiError } from './api-error.ts'

const ATTEMPTS = 3
const LONGEST_DELAY = 30_000

/** Whether the server would refuse the request again: a 4xx other than 429. */
export function isRefusal(error: unknown): boolean {
  const code = error instanceof ApiError ? error.code : 0
  return code >= 200 && code < 500 && code !== 429
}

/** Whether a query is retried: three attempts in total, and none after a refusal. */
export function shouldRetry(failureCount: number, error: unknown): boolean {
  return !isRefusal(error) && failureCount < ATTEMPTS - 1
}

/**
 * Milliseconds until the next attempt: the server's `Retry-After`, or else 1 s doubling up to 30 s.
 */
export function retryDelay(failureCount: number, error: unknown): number {
  if (error instanceof ApiError && error.retryAfter !== undefined) return error.retryAfter * 1000
  return Math.min(1000 * 2 ** failureCount, LONGEST_DELAY)
}
