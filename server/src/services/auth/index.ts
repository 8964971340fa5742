import { setTimeout } from 'node:timers/promises'
import type { Mailer } from '../../project/mailer.ts'
import type { AccountPort, AccountRules } from '../../project/accounts.ts'
import type { Project } from '../../project/project.ts'
import { createRecentRequests, type RecentRequests } from '../../project/recent-requests.ts'
import type { Service } from '../../project/service.ts'
import type { Clock } from '../../lib/clock.ts'
import { silentLog, type Log } from '../../lib/log.ts'
import { createSecretBox } from '../../lib/secret-box.ts'
import { authSettings } from '@stoa/contract/services/auth/settings'
import { addMailDoor } from './mail/mail-door.ts'
import { MAIL_JOB, sendQueuedMail } from './mail/deliver.ts'
import { createOverview } from './overview.ts'
import { createBackground } from './background.ts'
import { createJwksCache } from './external/jwks.ts'
import { createAccountPort } from './users/accounts.ts'
import type { AuthParts } from './context.ts'
import { createLimits, type Limits } from './limits.ts'
import type { InstallationUrls } from './mail/redirects.ts'
import { CLOSED } from './policy.ts'
import { createPasswords } from './sign-in/passwords.ts'
import { memberRoutes } from './members/member-routes.ts'
import { authRoutes } from './routes.ts'
import type { Outgoing } from '../../lib/outgoing.ts'
import { createSessionCache } from './sessions/session-cache.ts'

export type { Limits } from './limits.ts'

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

/** Creates the service for accounts and sessions of all projects and, as one more, the platform. */
export function createAuth({
  clock,
  sleep = (ms) => setTimeout(ms),
  mailer,
  inbox,
  hasMailServer = false,
  outgoing,
  recentRequests = createRecentRequests(),
  installationKey,
  platformRules = CLOSED,
  installationUrls = () => ({ dashboard: '', apis: '' }),
  limits,
  log = silentLog,
}: AuthDeps): Service & { readonly accountsOf: (project: Project) => AccountPort } {
  const parts: AuthParts = {
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
  return {
    name: 'auth',
    title: 'Auth',
    publicDoor: {
      routes: authRoutes(parts),
      cors: { exposedHeaders: ['link', 'x-total-count', 'x-sb-error-code'] },
      // Browsers, other services, and apps call these without a key of the project.
      keyless: [
        '/verify',
        '/authorize',
        '/callback',
        '/.well-known/*',
        '/sso/saml/*',
        '/oauth/clients/register',
        '/oauth/authorize',
        '/oauth/token',
        '/oauth/userinfo',
      ],
      navigable: ['/verify', '/authorize', '/callback', '/sso/saml/acs', '/oauth/authorize'],
    },
    servesPlatform: true,
    memberDoors: [
      { needs: 'database', routes: memberRoutes(parts) },
      { needs: 'records', routes: (app) => addMailDoor(app, parts) },
    ],
    permissions: {
      'auth:read': ['owner', 'administrator', 'developer', 'read_only'],
      'auth:write': ['owner', 'administrator', 'developer'],
    },
    settings: authSettings,
    database: {
      roles: ['supabase_auth_admin'],
      tables: ['auth.users', 'auth.identities', 'auth.sessions', 'auth.refresh_tokens'],
      migrations: {
        owner: 'auth',
        folder: new URL('./migrations/', import.meta.url),
        role: 'supabase_auth_admin',
      },
    },
    jobs: { [MAIL_JOB]: { needs: 'database', run: sendQueuedMail(parts) } },
    logSource: 'auth_logs',
    overview: createOverview({ hasMailServer }),
    stop: (project) => parts.sessions.forget(project.ref),
    accountsOf: (project) => createAccountPort(parts, project),
  }
}
