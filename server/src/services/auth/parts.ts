import { setTimeout } from 'node:timers/promises'
import type { Clock } from '../../lib/clock.ts'
import { silentLog, type Log } from '../../lib/log.ts'
import type { Outgoing } from '../../lib/outgoing.ts'
import { createSecretBox } from '../../lib/secret-box.ts'
import type { AccountRules } from '../../project/accounts.ts'
import type { Mailer } from '../../project/mailer.ts'
import { createRecentRequests, type RecentRequests } from '../../project/recent-requests.ts'
import { createBackground } from './background.ts'
import type { AuthParts } from './context.ts'
import { createJwksCache } from './external/jwks.ts'
import { createLimits, type Limits } from './limits.ts'
import type { InstallationUrls } from './mail/redirects.ts'
import { CLOSED } from './policy.ts'
import { createSessionCache } from './sessions/session-cache.ts'
import { createPasswords } from './sign-in/passwords.ts'

export type AuthDeps = {
  readonly clock: Clock
  /** Waits for a number of milliseconds. */
  readonly sleep?: (ms: number) => Promise<void>
  readonly mailer: Mailer
  /** Stores a message in the local mailbox of its project. */
  readonly inbox: Mailer
  /** Whether `mailer` delivers mail. When false, it stores mail in the local mailbox. */
  readonly hasMailServer?: boolean
  /** Connections to SMS providers, mail servers, hooks, and CAPTCHA services. */
  readonly outgoing: Outgoing
  /** The last requests of each user. When absent, there are none. */
  readonly recentRequests?: RecentRequests
  /** The encryption key for second factors' secrets is derived from this key. */
  readonly installationKey: Buffer
  /** The platform's rules for its own accounts. When absent, nobody can create one. */
  readonly platformRules?: AccountRules
  /** Evaluated at each use, because the addresses are known only once the server listens. */
  readonly installationUrls?: () => InstallationUrls
  /** Overrides of the default rate limits, by name. */
  readonly limits?: Partial<Limits>
  /** Receives server errors. When absent, nothing is logged. */
  readonly log?: Log
}

/** Creates what the doors and jobs of the service share. */
export function createParts({
  clock,
  sleep = (ms) => setTimeout(ms),
  mailer,
  inbox,
  outgoing,
  recentRequests = createRecentRequests(),
  installationKey,
  platformRules = CLOSED,
  installationUrls = () => ({ dashboard: '', apis: '' }),
  limits,
  log = silentLog,
}: AuthDeps): AuthParts {
  return {
    clock,
    mailer,
    inbox,
    outgoing,
    recentRequests,
    sleep,
    rules: platformRules,
    installationUrls,
    log,
    passwords: createPasswords(),
    limitsOf: createLimits({ clock, sleep, changed: limits }),
    sessions: createSessionCache(clock),
    background: createBackground(),
    factorSecrets: createSecretBox(installationKey, 'mfa-factors'),
    providerBox: createSecretBox(installationKey, 'auth-providers'),
    jwks: createJwksCache(clock),
    mailBox: createSecretBox(installationKey, 'queued-mails'),
  }
}
