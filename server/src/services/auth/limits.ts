import type { Clock } from '../../lib/clock.ts'
import { createRateLimiter, type RateLimit } from '../../lib/rate-limit.ts'
import { PLATFORM_REF } from '../../project/project.ts'
import { authError } from './errors.ts'

/**
 * Attempts are counted by the client's network (`ByIp`), by email address, by both together, or by
 * account.
 */
export type LimitName =
  | 'signUpByIp'
  | 'knownAddressByIp'
  | 'signInByIp'
  | 'signInByIpAndAddress'
  | 'signInByAddress'
  | 'refreshByIp'
  | 'verifyByIp'
  | 'verifyByAddress'
  | 'challengeByAccount'
  | 'codeByAccount'
  | 'passwordByAccount'
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
  // With auto-confirmation, the response to a sign-up tells whether the address has an account.
  knownAddressByIp: { burst: 100, perMinute: 5 },
  signInByIp: { burst: 150, perMinute: 30 },
  signInByIpAndAddress: { burst: 20, perMinute: 4 },
  // High, because strangers use it up at will: it slows down guessing from thousands of places.
  signInByAddress: { burst: 500, perMinute: 30 },
  refreshByIp: { burst: 1800, perMinute: 360 },
  verifyByIp: { burst: 60, perMinute: 12 },
  verifyByAddress: { burst: 10, perMinute: 1 },
  challengeByAccount: { burst: 30, perMinute: 6 },
  codeByAccount: { burst: 10, perMinute: 0.2 },
  passwordByAccount: { burst: 20, perMinute: 4 },
  mailByIp: { burst: 60, perMinute: 12 },
  mailByAddress: { burst: 5, perMinute: 1 },
}

export type LimitGuard = {
  /** Counts one attempt; 429 with `Retry-After` when the limit is exceeded. */
  count(name: LimitName, projectRef: string, key: string): void
  /**
   * Counts one attempt. When the limit is exceeded and the attempt is not exempt, it waits for its
   * turn, some seconds at most; 429 with `Retry-After` if others were always faster.
   */
  slowDown(
    name: LimitName,
    projectRef: string,
    attempt: { readonly key: string; readonly isExempt: () => Promise<boolean> },
  ): Promise<void>
  /** Uncounts an attempt that succeeded. */
  forgive(name: LimitName, projectRef: string, key: string): void
}

/** How often an attempt waits for its turn before it is refused. */
const MAX_WAITS = 3

export type LimitDeps = {
  readonly clock: Clock
  readonly sleep: (ms: number) => Promise<void>
  /** Overrides of the default limits. */
  readonly changed?: Partial<Limits> | undefined
}

export function createLimits({ clock, sleep, changed }: LimitDeps): LimitGuard {
  // Apart from each other, so that a flood at a project can't push out what the platform counts.
  const forPlatform = createRateLimiter({ clock })
  const forProjects = createRateLimiter({ clock })
  const limiterOf = (projectRef: string) =>
    projectRef === PLATFORM_REF ? forPlatform : forProjects
  const limits = { ...DEFAULT_LIMITS, ...changed }
  const keyOf = (name: LimitName, projectRef: string, key: string) =>
    `${name} ${projectRef} ${key.toLowerCase()}`
  return {
    count(name, projectRef, key) {
      const retryAfter = limiterOf(projectRef).take(keyOf(name, projectRef, key), limits[name])
      if (retryAfter === 0) return
      if (name === 'mailByAddress' || name === 'mailByIp')
        throw authError(
          429,
          'over_email_send_rate_limit',
          `For security purposes, you can only request this after ${retryAfter} seconds.`,
          { retryAfter },
        )
      throw tooManyRequests(retryAfter)
    },
    async slowDown(name, projectRef, { key, isExempt }) {
      const take = () => limiterOf(projectRef).take(keyOf(name, projectRef, key), limits[name])
      let retryAfter = take()
      if (retryAfter === 0 || (await isExempt())) return
      for (let waits = 0; waits < MAX_WAITS; waits += 1) {
        await sleep(retryAfter * 1000)
        retryAfter = take()
        if (retryAfter === 0) return
      }
      throw tooManyRequests(retryAfter)
    },
    forgive: (name, projectRef, key) =>
      limiterOf(projectRef).giveBack(keyOf(name, projectRef, key), limits[name]),
  }
}

/** 429 `over_request_rate_limit` with `Retry-After`. */
export const tooManyRequests = (retryAfter: number) =>
  authError(
    429,
    'over_request_rate_limit',
    `Request rate limit reached. Try again in ${retryAfter} ${retryAfter === 1 ? 'second' : 'seconds'}.`,
    { retryAfter },
  )
