import type { Clock } from '../../lib/clock.ts'
import { createRateLimiter, type RateLimit } from '../../lib/rate-limit.ts'
import { authError } from './errors.ts'

/** Attempts are counted by the client's IP address, by email address, or by account. */
export type LimitName =
  | 'signUpByIp'
  | 'signInByIp'
  | 'signInByAddress'
  | 'refreshByIp'
  | 'verifyByIp'
  | 'verifyByAddress'
  | 'challengeByAccount'
  | 'codeByAccount'
  | 'mailByIp'
  | 'mailByAddress'

export type Limits = Readonly<Record<LimitName, RateLimit>>

/**
 * The limits leave room for people, and for servers that sign in many people from one IP address,
 * but make guessing too slow. Successful sign-ins and codes don't count. A six-digit code that is
 * valid for an hour withstands ten guesses plus one a minute with odds of ten thousand to one. An
 * authenticator secret lives for years, so its codes allow only one guess every five minutes.
 */
export const DEFAULT_LIMITS: Limits = {
  signUpByIp: { burst: 300, perMinute: 30 },
  signInByIp: { burst: 150, perMinute: 30 },
  signInByAddress: { burst: 20, perMinute: 4 },
  refreshByIp: { burst: 1800, perMinute: 360 },
  verifyByIp: { burst: 60, perMinute: 12 },
  verifyByAddress: { burst: 10, perMinute: 1 },
  challengeByAccount: { burst: 30, perMinute: 6 },
  codeByAccount: { burst: 10, perMinute: 0.2 },
  mailByIp: { burst: 60, perMinute: 12 },
  mailByAddress: { burst: 5, perMinute: 1 },
}

export type LimitGuard = {
  /** Counts one attempt; 429 with `Retry-After` when the limit is exceeded. */
  count(name: LimitName, projectRef: string, key: string): void
  /** Uncounts an attempt that succeeded. */
  forgive(name: LimitName, projectRef: string, key: string): void
}

export function createLimits(clock: Clock, changed: Partial<Limits> = {}): LimitGuard {
  const limiter = createRateLimiter({ clock })
  const limits = { ...DEFAULT_LIMITS, ...changed }
  const keyOf = (name: LimitName, projectRef: string, key: string) =>
    `${name} ${projectRef} ${key.toLowerCase()}`
  return {
    count(name, projectRef, key) {
      const retryAfter = limiter.take(keyOf(name, projectRef, key), limits[name])
      if (retryAfter === 0) return
      if (name === 'mailByAddress' || name === 'mailByIp')
        throw authError(
          429,
          'over_email_send_rate_limit',
          `For security purposes, you can only request this after ${retryAfter} seconds.`,
          { retryAfter },
        )
      throw authError(429, 'over_request_rate_limit', 'Request rate limit reached', { retryAfter })
    },
    forgive: (name, projectRef, key) =>
      limiter.giveBack(keyOf(name, projectRef, key), limits[name]),
  }
}
