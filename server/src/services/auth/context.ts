import type { FastifyRequest } from 'fastify'
import { isIP } from 'node:net'
import type { Mailer } from '../../project/mailer.ts'
import type { Project } from '../../project/project.ts'
import { authSettings, type AuthSettings } from '@stoa/contract/services/auth/settings'
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import type { SecretBox } from '../../lib/secret-box.ts'
import type { ServiceSession } from '../../postgres/database.ts'
import type { LimitGuard } from './limits.ts'
import type { Passwords } from './sign-in/passwords.ts'
import { chooseRedirect } from './mail/redirects.ts'
import type { SessionCache } from './sessions/session-cache.ts'

/** Whether somebody may make an account themselves, beyond what the project's settings say. The address is empty for an anonymous account. */
export type MayCreateAccount = (project: Project, email: string) => Promise<boolean>

/** What the service is made of; one set serves every project. */
export type AuthParts = {
  readonly clock: Clock
  readonly mailer: Mailer
  readonly mayCreateAccount: MayCreateAccount
  readonly passwords: Passwords
  readonly limits: LimitGuard
  readonly sessions: SessionCache
  /** Seals what second factors compute their codes from. */
  readonly factorSecrets: SecretBox
  readonly log: Log
}

/** One request's view: which project, when, from where. Verbs take nothing else. */
export type AuthContext = AuthParts & {
  readonly project: Project
  readonly settings: AuthSettings
  readonly database: ServiceSession
  readonly now: Date
  readonly client: { readonly ip: string | null; readonly userAgent: string }
  /** Where a mail sent by this request leads back to; already checked against the project's list. */
  readonly redirectTo: string
}

const MAX_USER_AGENT = 1024

export function createContext(parts: AuthParts, request: FastifyRequest): AuthContext {
  const { project } = request
  return {
    ...parts,
    ...projectView(project),
    now: parts.clock.now(),
    client: {
      ip: storableIp(request.ip),
      userAgent: (request.headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT),
    },
    redirectTo: chooseRedirect(project.settings.of(authSettings), [
      queryValue(request, 'redirect_to'),
      request.headers['redirect_to'],
      request.headers.referer,
    ]),
  }
}

/** The same for work that no request started. */
export const createServerContext = (parts: AuthParts, project: Project): AuthContext => ({
  ...parts,
  ...projectView(project),
  now: parts.clock.now(),
  client: { ip: null, userAgent: '' },
  redirectTo: project.settings.of(authSettings).site_url,
})

const projectView = (project: Project) => ({
  project,
  settings: project.settings.of(authSettings),
  // The accounts belong to this role; no caller may read them, whatever its claims say.
  database: project.database.as('supabase_auth_admin'),
})

function storableIp(ip: string | undefined): string | null {
  const withoutZone = ip?.split('%')[0] ?? ''
  return isIP(withoutZone) === 0 ? null : withoutZone
}

function queryValue(request: FastifyRequest, name: string): unknown {
  const { query } = request
  return typeof query === 'object' && query !== null && name in query
    ? (query as Record<string, unknown>)[name]
    : undefined
}
