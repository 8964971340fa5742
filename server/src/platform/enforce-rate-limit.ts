import { AppError } from '../lib/errors.ts'
import type { RateLimit, RateLimiter } from '../lib/rate-limit.ts'

/** Takes one token from a bucket, or refuses with 429 `rate_limited` and the seconds to wait. */
export function enforceRateLimit(limiter: RateLimiter, key: string, limit: RateLimit): void {
  const seconds = limiter.take(key, limit)
  if (seconds === 0) return
  throw new AppError('rate_limited', 'Too many requests.', {
    status: 429,
    hint: `Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    retryAfter: seconds,
  })
}
