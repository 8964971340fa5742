import type { Mailer } from '../../project/mailer.ts'
import type { Service } from '../../project/service.ts'
import type { Clock } from '../../lib/clock.ts'
import { silentLog, type Log } from '../../lib/log.ts'
import { createSecretBox } from '../../lib/secret-box.ts'
import { createAccountPort, type AccountPort } from './users/accounts.ts'
import { authSettings } from '@stoa/contract/services/auth/settings'
import type { AuthParts, MayCreateAccount } from './context.ts'
import { createLimits, type Limits } from './limits.ts'
import { createPasswords } from './sign-in/passwords.ts'
import { authRoutes } from './routes.ts'
import { createSessionCache } from './sessions/session-cache.ts'

export type { AccountPort } from './users/accounts.ts'
export type { Limits } from './limits.ts'

export type AuthDeps = {
  readonly clock: Clock
  readonly mailer: Mailer
  /** From which the key of second factors' secrets is derived. */
  readonly installationKey: Buffer
  /** Asked at each sign-up; everybody may when absent. */
  readonly mayCreateAccount?: MayCreateAccount
  /** Other limits than the service's own, by name. */
  readonly limits?: Partial<Limits>
  /** Told of failures that are ours; quiet when absent. */
  readonly log?: Log
}

/** Accounts and sessions, for every project and, with the control plane as its project, for the platform. */
export function createAuth({
  clock,
  mailer,
  installationKey,
  mayCreateAccount = async () => true,
  limits,
  log = silentLog,
}: AuthDeps): Service & { readonly accounts: AccountPort } {
  const parts: AuthParts = {
    clock,
    mailer,
    mayCreateAccount,
    log,
    passwords: createPasswords(),
    limits: createLimits(clock, limits),
    sessions: createSessionCache(clock),
    factorSecrets: createSecretBox(installationKey, 'mfa-factors'),
  }
  return {
    name: 'auth',
    title: 'Auth',
    publicDoor: {
      routes: authRoutes(parts),
      cors: { exposedHeaders: ['link', 'x-total-count'] },
      keyless: ['/verify', '/authorize', '/callback', '/.well-known/*'],
    },
    servesPlatform: true,
    settings: authSettings,
    database: {
      roles: ['supabase_auth_admin'],
      migrations: { owner: 'auth', folder: new URL('./migrations/', import.meta.url) },
    },
    logSource: 'auth_logs',
    stop: (project) => parts.sessions.forget(project.ref),
    accounts: createAccountPort(parts),
  }
}
