import { randomUUID } from 'node:crypto'
import type { Session as Connection } from '../../../postgres/database.ts'
import type { AuthContext } from '../context.ts'
import { digestOf, newRefreshToken, refreshTokenAfter } from '../digests.ts'
import { authError } from '../errors.ts'
import { customClaims } from '../hooks/hooks.ts'
import {
  findActiveToken,
  findAmr,
  type Amr,
  insertSession,
  lockSession,
  raiseToAal2,
  rotateRefreshToken,
  type AppGrant,
  type AuthMethod,
  type FactorMethod,
} from '../queries/sessions.ts'
import { findUser, type User } from '../queries/users.ts'
import { toUserBody, type UserBody } from '../users/user-view.ts'

/** The response to a sign-in. */
export type SessionBody = {
  readonly access_token: string
  readonly token_type: 'bearer'
  /** Seconds. */
  readonly expires_in: number
  /** Seconds since 1970. */
  readonly expires_at: number
  readonly refresh_token: string
  readonly user: UserBody
}

/** Signs the account in: creates a session and its first pair of tokens. */
export async function startSession(
  context: AuthContext,
  tx: Connection,
  {
    userId,
    method,
    provider = 'email',
    app,
  }: { userId: string; method: AuthMethod; provider?: string; app?: AppGrant },
): Promise<SessionBody> {
  const id = randomUUID()
  const refreshToken = newRefreshToken()
  const inserted = insertSession(tx, {
    id,
    userId,
    method,
    provider,
    tokenDigest: digestOf(refreshToken),
    ip: context.client.ip,
    userAgent: context.client.userAgent,
    app,
    now: context.now,
  })
  // Sent right after the insert, in the same round trip.
  const [user] = await Promise.all([findUser(tx, userId), inserted])
  if (!user) throw new Error('An account vanished while it signed in')
  return sessionBody(context, tx, {
    user,
    sessionId: id,
    via: method,
    aal: 'aal1',
    refreshToken,
    app,
    amr: [{ method, timestamp: seconds(context.now) }],
  })
}

/** Creates the next pair of tokens of an existing session. */
export async function continueSession(
  context: AuthContext,
  tx: Connection,
  {
    user,
    sessionId,
    aal,
    refreshToken,
    amr,
    app,
  }: {
    user: User
    sessionId: string
    aal: string | null
    refreshToken: string
    amr: readonly Amr[]
    app?: AppGrant | undefined
  },
): Promise<SessionBody> {
  return sessionBody(context, tx, {
    user,
    sessionId,
    via: 'token_refresh',
    aal: aal ?? 'aal1',
    refreshToken,
    app,
    amr,
  })
}

/** Raises a session that has verified the factor to aal2 and creates its next pair of tokens. */
export async function raiseSession(
  context: AuthContext,
  tx: Connection,
  {
    userId,
    sessionId,
    factorId,
    method,
  }: { userId: string; sessionId: string; factorId: string; method: FactorMethod },
): Promise<SessionBody> {
  const { now, project } = context
  const session = await lockSession(tx, sessionId, now)
  const active = session && (await findActiveToken(tx, sessionId))
  if (!session || session.has_ended || !active)
    throw authError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
  const refreshToken = refreshTokenAfter(active.token, sessionId, project.keys.jwtSecret)
  await rotateRefreshToken(tx, {
    userId,
    sessionId,
    parent: active.token,
    child: digestOf(refreshToken),
    now,
  })
  await raiseToAal2(tx, { id: sessionId, factorId, method, now })
  const user = await findUser(tx, userId)
  if (!user) throw new Error('An account vanished while it proved a second factor')
  const { oauth_client_id: clientId, scopes } = session
  return continueSession(context, tx, {
    user,
    sessionId,
    aal: 'aal2',
    refreshToken,
    amr: await findAmr(tx, sessionId),
    ...(clientId !== null && { app: { clientId, scopes: scopes ?? '' } }),
  })
}

type Parts = {
  readonly user: User
  readonly sessionId: string
  /** How the session was verified, or `token_refresh`. */
  readonly via: string
  readonly aal: string
  readonly refreshToken: string
  readonly app?: AppGrant | undefined
  readonly amr: readonly Amr[]
}

async function sessionBody(
  context: AuthContext,
  tx: Connection,
  parts: Parts,
): Promise<SessionBody> {
  const { project, settings } = context
  const { user } = parts
  const iat = seconds(context.now)
  const exp = iat + settings.jwt_exp
  const claims = {
    iss: `${project.apiUrl}/auth/v1`,
    sub: user.id,
    aud: user.aud ?? 'authenticated',
    exp,
    iat,
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    role: user.role || 'authenticated',
    aal: parts.aal,
    amr: parts.amr,
    session_id: parts.sessionId,
    is_anonymous: user.is_anonymous,
    ...(parts.app && { client_id: parts.app.clientId, scope: parts.app.scopes }),
  }
  return {
    access_token: project.keys.sign(await customClaims(context, tx, { claims, method: parts.via })),
    token_type: 'bearer',
    expires_in: settings.jwt_exp,
    expires_at: exp,
    refresh_token: parts.refreshToken,
    user: toUserBody(user),
  }
}

const seconds = (at: Date) => Math.floor(at.getTime() / 1000)
