import type { Clock } from '../../lib/clock.ts'
import { createRateLimiter, type RateLimit } from '../../lib/rate-limit.ts'
import { authError } from './errors.ts'

/** What is counted: attempts by the caller's address on the network, and by the mail address they name. */
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
 * Generous for people and for servers that sign many people in from one address; too slow for
 * guessing. Sign-ins and codes that succeed are not counted. Ten guesses at a code of six digits and
 * one more a minute leave an hour's code safe with odds of ten thousand to one. An authenticator's
 * secret lives for years, so whoever has the password gets a guess each five minutes there.
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
  /** Counts one; 429 with `Retry-After` when there were too many. */
  count(name: LimitName, projectRef: string, key: string): void
  /** Takes one back: it turned out to be no guess. */
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
