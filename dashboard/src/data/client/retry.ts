import { ApiError } from './api-error.ts'

const ATTEMPTS = 3
const LONGEST_DELAY = 30_000

/** Whether a reading is tried again: three attempts in all, a 4xx never, except 429. */
export function shouldRetry(failureCount: number, error: unknown): boolean {
  const code = error instanceof ApiError ? error.code : 0
  if (code >= 200 && code < 500 && code !== 429) return false
  return failureCount < ATTEMPTS - 1
}

/** Milliseconds until the next attempt: what the server asked for, else 1 s doubling up to 30 s. */
export function retryDelay(failureCount: number, error: unknown): number {
  if (error instanceof ApiError && error.retryAfter !== undefined) return error.retryAfter * 1000
  return Math.min(1000 * 2 ** failureCount, LONGEST_DELAY)
}
