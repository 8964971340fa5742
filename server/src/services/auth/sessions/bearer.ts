import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AuthContext } from '../context.ts'
import { authError } from '../errors.ts'
import { findSession, type AppGrant } from '../queries/sessions.ts'
import { findUser, type User } from '../queries/users.ts'
import { isBanned } from '../users/is-banned.ts'

/** The account and session of a request. The session is null when the token names none. */
export type SignedIn = {
  readonly user: User
  readonly sessionId: string | null
  /** `aal2` when both the token and its session say that a second factor was verified. */
  readonly level: 'aal1' | 'aal2'
  /** When the session started; null without a session. */
  readonly signedInAt: Date | null
  /** The app that the session was granted to; null for a session that the person opened. */
  readonly app: AppGrant | null
}

const badJwt = (message: string) => authError(403, 'bad_jwt', message)

/** Finds the token's account. The gateway has checked the signature. Errors match GoTrue's. */
export async function requireUser(
  context: Pick<AuthContext, 'database' | 'now'>,
  request: FastifyRequest,
): Promise<SignedIn> {
  const { claims } = request.caller
  if (!request.headers.authorization && claims['sub'] === undefined)
    throw authError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
  if (request.caller.isThirdParty) throw badJwt('invalid claim: another service issued the token')
  // An ID token tells an app who signed in, and others can have it. It gives no access.
  if (claims['at_hash'] !== undefined) throw badJwt('invalid claim: an ID token gives no access')
  const { sub, session_id: session, aal } = claims
  if (typeof sub !== 'string' || sub === '') throw badJwt('invalid claim: missing sub claim')
  if (!z.guid().safeParse(sub).success) throw badJwt('invalid claim: sub claim must be a UUID')
  const user = await findUser(context.database, sub)
  if (!user) throw authError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
  if (isBanned(user, context.now)) throw authError(403, 'user_banned', 'User is banned')
  if (typeof session !== 'string' || session === '')
    return { user, sessionId: null, level: 'aal1', signedInAt: null, app: null }
  const found = z.guid().safeParse(session).success
    ? await findSession(context.database, session, context.now)
    : undefined
  if (!found || found.user_id !== user.id || found.has_ended)
    throw authError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
  // A token issued before the second factor stays aal1, and removing the factor lowers the session.
  const level = aal === 'aal2' && found.aal === 'aal2' ? 'aal2' : 'aal1'
  // The session decides, because the project's hook for claims can drop the token's client_id.
  const { oauth_client_id: clientId, scopes } = found
  const app = clientId === null ? null : { clientId, scopes: scopes ?? '' }
  return { user, sessionId: found.id, level, signedInAt: found.created_at, app }
}

/**
 * Like `requireUser`, but refuses sessions that were granted to an app with 403 `no_authorization`.
 * With consent to read an address, an app must not set the password that goes with it.
 */
export async function requirePerson(
  context: Pick<AuthContext, 'database' | 'now'>,
  request: FastifyRequest,
): Promise<SignedIn> {
  const signedIn = await requireUser(context, request)
  if (signedIn.app) throw authError(403, 'no_authorization', 'OAuth apps cannot change the account')
  return signedIn
}

/** Like `requirePerson`, but refuses anonymous accounts, too. */
export async function requireNamedPerson(
  context: Pick<AuthContext, 'database' | 'now'>,
  request: FastifyRequest,
): Promise<SignedIn> {
  const signedIn = await requirePerson(context, request)
  if (signedIn.user.is_anonymous)
    throw authError(403, 'no_authorization', 'Anonymous user not allowed to perform these actions')
  return signedIn
}

/** Requires the project's secret key or service role. The gateway has determined the role. */
export function requireServiceRole(request: FastifyRequest) {
  if (request.caller.role !== 'service_role') throw authError(403, 'not_admin', 'User not allowed')
}
