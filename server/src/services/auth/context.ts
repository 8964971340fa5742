import type { FastifyRequest } from 'fastify'
import { isIP } from 'node:net'
import type { Mailer } from '../../project/mailer.ts'
import type { Project } from '../../project/project.ts'
import type { RecentRequests } from '../../project/recent-requests.ts'
import { authSettings, type AuthSettings } from '@stoa/contract/services/auth/settings'
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import type { SecretBox } from '../../lib/secret-box.ts'
import { networkOf } from '../../lib/network-of.ts'
import type { ServiceSession } from '../../postgres/database.ts'
import { SERVICE_ACTOR, type Actor } from './actor.ts'
import type { Background } from './background.ts'
import type { JwksCache } from './external/jwks.ts'
import type { LimitGuard, LimitsOf } from './limits.ts'
import type { Outgoing } from '../../lib/outgoing.ts'
import type { Passwords } from './sign-in/passwords.ts'
import { chooseRedirect } from './mail/redirects.ts'
import { policyOf, type PolicyDeps, type SignInPolicy } from './policy.ts'
import type { SessionCache } from './sessions/session-cache.ts'

/** The service's dependencies, shared by all projects. */
export type AuthParts = PolicyDeps & {
  readonly clock: Clock
  readonly mailer: Mailer
  /** Stores a message in the local mailbox, whether or not there is a mail server. */
  readonly inbox: Mailer
  readonly outgoing: Outgoing
  readonly recentRequests: RecentRequests
  /** Waits for a number of milliseconds. */
  readonly sleep: (ms: number) => Promise<void>
  readonly passwords: Passwords
  readonly limitsOf: LimitsOf
  readonly sessions: SessionCache
  readonly background: Background
  /** Encrypts the secrets of second factors. */
  readonly factorSecrets: SecretBox
  /** Encrypts client secrets and access tokens that other services issued. */
  readonly providerBox: SecretBox
  /** The public keys of other services. */
  readonly jwks: JwksCache
  /** Encrypts mails that wait for a mail server. */
  readonly mailBox: SecretBox
  readonly log: Log
}

/** The project, time, and client of one request. Every operation takes this as its only context. */
export type AuthContext = AuthParts & {
  readonly project: Project
  readonly settings: AuthSettings
  readonly policy: SignInPolicy
  readonly limits: LimitGuard
  readonly database: ServiceSession
  readonly now: Date
  readonly client: {
    readonly ip: string | null
    /** The key by which rate limits count the client. */
    readonly network: string
    readonly userAgent: string
  }
  /** The actor in the audit log for changes to other people's accounts. */
  readonly administrator: Actor
  /** Where links in this request's mails redirect to; already checked against the allow list. */
  readonly redirectTo: string
}

const MAX_USER_AGENT = 1024

export function createContext(
  parts: AuthParts,
  request: FastifyRequest,
  administrator: Actor = SERVICE_ACTOR,
): AuthContext {
  const { project } = request
  const ip = storableIp(clientAddress(request))
  const view = projectView(parts, project)
  return {
    ...parts,
    ...view,
    now: parts.clock.now(),
    administrator,
    client: {
      ip,
      network: networkOf(ip),
      userAgent: (request.headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT),
    },
    // Most requests send no mail and need no redirect.
    get redirectTo() {
      return chooseRedirect(view, [
        queryValue(request, 'redirect_to'),
        request.headers['redirect_to'],
        request.headers.referer,
      ])
    },
  }
}

/** Creates a context for work that was not started by a request. */
export const createServerContext = (parts: AuthParts, project: Project): AuthContext => ({
  ...parts,
  ...projectView(parts, project),
  now: parts.clock.now(),
  administrator: SERVICE_ACTOR,
  client: { ip: null, network: '', userAgent: '' },
  redirectTo: project.settings.of(authSettings).site_url,
})

function projectView(parts: AuthParts, project: Project) {
  const settings = project.settings.of(authSettings)
  return {
    project,
    settings,
    policy: policyOf(parts, project, settings),
    limits: parts.limitsOf(settings),
    // This role owns the accounts. A caller's role can't read them, whatever its claims are.
    database: project.database.as('supabase_auth_admin'),
  }
}

/** A server with the secret key can name the client on whose behalf it sends the request. */
function clientAddress(request: FastifyRequest): string {
  const forwarded = request.headers['sb-forwarded-for']
  const isTrusted =
    typeof forwarded === 'string' &&
    request.caller?.role === 'service_role' &&
    request.project.settings.of(authSettings).security_sb_forwarded_for_enabled
  const given = isTrusted ? forwarded.split(',')[0]?.trim() : undefined
  return given !== undefined && isIP(given) !== 0 ? given : request.ip
}

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
