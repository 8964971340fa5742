import type { AuthSettings } from '@stoa/contract/services/auth/settings'
import type { Clock } from '../../lib/clock.ts'
import { createRateLimiter, type RateLimit } from '../../lib/rate-limit.ts'
import { PLATFORM_REF } from '../../project/project.ts'
import { authError } from './errors.ts'

/**
 * Attempts are counted by the client's network (`ByIp`), by email address or phone number, by both
 * together, by account, or for the whole project.
 */
export type LimitName =
  | 'signUpByIp'
  | 'knownAddressByIp'
  | 'signInByIp'
  | 'signInByIpAndAddress'
  | 'signInByAddress'
  | 'refreshByIp'
  | 'externalByIp'
  | 'web3ByIp'
  | 'verifyByIp'
  | 'verifyByAddress'
  | 'challengeByAccount'
  | 'codeByAccount'
  | 'recoveryCodeByAccount'
  | 'passwordByAccount'
  | 'mailByIp'
  | 'mailByAddress'
  | 'mailByProject'
  | 'smsByAddress'
  | 'smsByProject'
  | 'factorSmsByAddress'
  | 'anonymousByIp'

export type Limits = Readonly<Record<LimitName, RateLimit>>

/**
 * The limits leave room for people, and for servers that sign in many people from one IP address,
 * but make guessing too slow. Successful sign-ins and codes don't count. A six-digit code that is
 * valid for an hour withstands ten guesses plus one a minute with odds of ten thousand to one. An
 * authenticator secret is valid for years, so its codes allow only one guess every five minutes.
 */
export const DEFAULT_LIMITS: Limits = {
  signUpByIp: { burst: 300, perMinute: 30 },
  // With auto-confirmation, the response to a sign-up tells whether the address has an account.
  knownAddressByIp: { burst: 100, perMinute: 5 },
  signInByIp: { burst: 150, perMinute: 30 },
  signInByIpAndAddress: { burst: 20, perMinute: 4 },
  // High, because strangers can use it up at will. It slows down guessing from thousands of
  // addresses.
  signInByAddress: { burst: 500, perMinute: 30 },
  refreshByIp: { burst: 1800, perMinute: 360 },
  // Each sign-in with another service stores its state before there is an account.
  externalByIp: { burst: 300, perMinute: 60 },
  web3ByIp: { burst: 60, perMinute: 12 },
  verifyByIp: { burst: 60, perMinute: 12 },
  verifyByAddress: { burst: 10, perMinute: 1 },
  challengeByAccount: { burst: 30, perMinute: 6 },
  codeByAccount: { burst: 10, perMinute: 0.2 },
  recoveryCodeByAccount: { burst: 10, perMinute: 0.2 },
  passwordByAccount: { burst: 20, perMinute: 4 },
  mailByIp: { burst: 60, perMinute: 12 },
  mailByAddress: { burst: 5, perMinute: 1 },
  mailByProject: { burst: 360, perMinute: 6 },
  smsByAddress: { burst: 1, perMinute: 12 },
  smsByProject: { burst: 360, perMinute: 6 },
  factorSmsByAddress: { burst: 1, perMinute: 12 },
  anonymousByIp: { burst: 300, perMinute: 5 },
}

/** The limits that the owner of a project can change. */
function limitsFrom(settings: AuthSettings): Partial<Limits> {
  const { smtp_max_frequency: mailSeconds, sms_max_frequency: smsSeconds } = settings
  return {
    verifyByIp: within5Minutes(settings.rate_limit_verify),
    refreshByIp: within5Minutes(settings.rate_limit_token_refresh),
    mailByIp: within5Minutes(settings.rate_limit_otp),
    web3ByIp: within5Minutes(settings.rate_limit_web3),
    mailByProject: withinHour(settings.rate_limit_email_sent),
    smsByProject: withinHour(settings.rate_limit_sms_sent),
    anonymousByIp: withinHour(settings.rate_limit_anonymous_users),
    smsByAddress: onceEvery(smsSeconds),
    factorSmsByAddress: onceEvery(settings.mfa_phone_max_frequency),
    ...(mailSeconds > 0 && { mailByAddress: onceEvery(mailSeconds) }),
  }
}

const within5Minutes = (count: number): RateLimit => ({ burst: count, perMinute: count / 5 })
const withinHour = (count: number): RateLimit => ({ burst: count, perMinute: count / 60 })
const UNLIMITED: RateLimit = { burst: 1e9, perMinute: 1e9 }
const onceEvery = (seconds: number): RateLimit =>
  seconds > 0 ? { burst: 1, perMinute: 60 / seconds } : UNLIMITED

/** The limits of one project, by its settings. */
export type LimitsOf = (settings: AuthSettings) => LimitGuard

export type LimitGuard = {
  /** Counts one attempt; 429 with `Retry-After` when the limit is exceeded. */
  count(name: LimitName, projectRef: string, key: string): void
  /**
   * Counts one attempt. When the limit is exceeded and the attempt is not exempt, it waits up to a
   * few seconds for its turn; 429 with `Retry-After` if other attempts were faster each time.
   */
  slowDown(
    name: LimitName,
    projectRef: string,
    attempt: { readonly key: string; readonly isExempt: () => Promise<boolean> },
  ): Promise<void>
  /** Uncounts an attempt that succeeded. */
  forgive(name: LimitName, projectRef: string, key: string): void
  /** Uncounts all attempts. */
  clear(name: LimitName, projectRef: string, key: string): void
}

/** How often an attempt waits for its turn before it is refused. */
const MAX_WAITS = 3

export type LimitDeps = {
  readonly clock: Clock
  readonly sleep: (ms: number) => Promise<void>
  /** Overrides of the default limits. */
  readonly changed?: Partial<Limits> | undefined
}

export function createLimits({ clock, sleep, changed }: LimitDeps): LimitsOf {
  // Separate, so that a flood at a project can't evict the counters of the platform.
  const forPlatform = createRateLimiter({ clock })
  const forProjects = createRateLimiter({ clock })
  const limiterOf = (projectRef: string) =>
    projectRef === PLATFORM_REF ? forPlatform : forProjects
  const keyOf = (name: LimitName, projectRef: string, key: string) =>
    `${name} ${projectRef} ${key.toLowerCase()}`
  const guard = (limits: Limits): LimitGuard => ({
    count(name, projectRef, key) {
      const retryAfter = limiterOf(projectRef).take(keyOf(name, projectRef, key), limits[name])
      if (retryAfter > 0) throw refusalOf(name, retryAfter)
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
    clear: (name, projectRef, key) => limiterOf(projectRef).forget(keyOf(name, projectRef, key)),
  })
  const known = new WeakMap<AuthSettings, LimitGuard>()
  return (settings) => {
    const found = known.get(settings)
    if (found) return found
    const made = guard({ ...DEFAULT_LIMITS, ...limitsFrom(settings), ...changed })
    known.set(settings, made)
    return made
  }
}

function refusalOf(name: LimitName, retryAfter: number) {
  const wait = `For security purposes, you can only request this after ${retryAfter} seconds.`
  switch (name) {
    case 'mailByAddress':
    case 'mailByIp':
      return authError(429, 'over_email_send_rate_limit', wait, { retryAfter })
    case 'mailByProject':
      return authError(429, 'over_email_send_rate_limit', 'email rate limit exceeded', {
        retryAfter,
      })
    case 'smsByAddress':
    case 'factorSmsByAddress':
      return authError(429, 'over_sms_send_rate_limit', wait, { retryAfter })
    case 'recoveryCodeByAccount':
      return authError(
        429,
        'mfa_recovery_codes_locked',
        `Too many wrong recovery codes. Try again in ${retryAfter} seconds, or use another factor.`,
        { retryAfter },
      )
    case 'smsByProject':
      return authError(429, 'over_sms_send_rate_limit', 'SMS rate limit exceeded', { retryAfter })
    default:
      return tooManyRequests(retryAfter)
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
