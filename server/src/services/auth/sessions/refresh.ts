import { z } from 'zod'
import { AppError } from '../../../lib/errors.ts'
import type { Session as Connection } from '../../../postgres/database.ts'
import { audit, auditEntryOf } from '../audit.ts'
import { text } from '../body.ts'
import type { AuthContext } from '../context.ts'
import { digestOf, refreshTokenAfter } from '../digests.ts'
import { authError, validationFailed } from '../errors.ts'
import {
  digestRestoredToken,
  endSessionFamily,
  findActiveToken,
  findRefreshToken,
  hasNewerSession,
  lockSessionOfToken,
  markRefreshed,
  recordRefresh,
  type SessionRow,
} from '../queries/sessions.ts'
import { findUserOfToken, type User } from '../queries/users.ts'
import { continueSession, type SessionBody } from './sessions.ts'
import { isBanned } from '../users/is-banned.ts'

export const RefreshGrantBody = z.object({ refresh_token: text })

/** How many rotations a client can lag behind within the reuse interval when requests overlap. */
const MAX_STEPS_BEHIND = 16

const notFound = () =>
  authError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found')
const alreadyUsed = () =>
  authError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used')

/**
 * Exchanges a refresh token for the session's next pair of tokens. Each token works once. Within
 * the reuse interval, a used token returns the session's current token, because tabs refresh at the
 * same time and responses get lost. Later, it counts as stolen, and the whole session ends.
 */
export async function refreshSession(
  context: AuthContext,
  body: z.infer<typeof RefreshGrantBody>,
): Promise<SessionBody> {
  context.limits.count('refreshByIp', context.project.ref, context.client.network)
  if (body.refresh_token === '') throw validationFailed('refresh_token required')
  const { session } = await rotateSession(context, {
    presented: body.refresh_token,
    clientId: null,
  })
  return session
}

/** A refresh token and the app that presents it; null for the project's own clients. */
export type Presented = { readonly presented: string; readonly clientId: string | null }
export type Rotated = { readonly session: SessionBody; readonly scopes: string | null }

/** Exchanges a refresh token. That of an app works only for this app. */
export async function rotateSession(context: AuthContext, given: Presented): Promise<Rotated> {
  const outcome = await context.database.transaction((tx) => rotate(context, tx, given))
  if (!(outcome instanceof AppError)) return outcome
  // The error is returned and thrown here, because throwing inside the transaction would have
  // rolled back the end of the session.
  context.sessions.forget(context.project.ref)
  throw outcome
}

async function rotate(
  context: AuthContext,
  tx: Connection,
  { presented, clientId }: Presented,
): Promise<Rotated | AppError> {
  const digest = digestOf(presented)
  // Postgres takes the lock before it runs the next statements, so they see what another request
  // has done with the token.
  const [session, token, user] = await Promise.all([
    lockSessionOfToken(tx, digest, context.now),
    findRefreshToken(tx, digest),
    findUserOfToken(tx, digest),
  ])
  if (!token && (await digestRestoredToken(tx, { presented, digest })))
    return rotate(context, tx, { presented, clientId })
  if (!token || !session || !user || session.oauth_client_id !== clientId) throw notFound()
  if (isBanned(user, context.now))
    throw authError(400, 'user_banned', 'Invalid Refresh Token: User Banned')
  let next = token.revoked ? await currentToken(context, tx, { presented, token }) : undefined
  if (token.revoked && next === undefined) {
    if (!session.has_ended && context.settings.refresh_token_rotation_enabled) {
      await endSessionFamily(tx, session.id, context.now)
      await audit(context, tx, { action: 'token_revoked', actor: user })
    }
    return alreadyUsed()
  }
  if (session.has_ended) throw expired()
  await requireWithinLimits(context, tx, { session, user })
  const { now } = context
  const refreshed = { id: session.id, ...context.client, now }
  if (next === undefined) {
    next = refreshTokenAfter(digest, session.id, context.project.keys.jwtSecret)
    const names = { userId: user.id, sessionId: session.id, parent: digest, child: digestOf(next) }
    await recordRefresh(tx, {
      rotation: { ...names, now },
      refreshed,
      entry: auditEntryOf(context, { action: 'token_refreshed', actor: user }),
    })
  } else await markRefreshed(tx, refreshed)
  const { scopes } = session
  const continued = await continueSession(context, tx, {
    user,
    sessionId: session.id,
    aal: session.aal,
    refreshToken: next,
    amr: token.amr,
    ...(clientId !== null && { app: { clientId, scopes: scopes ?? '' } }),
  })
  return { session: continued, scopes }
}

const expired = (why = '') =>
  authError(400, 'session_expired', `Invalid Refresh Token: Session Expired${why}`)

const HOUR_MS = 3_600_000
/** Time to enter the code of a second factor after signing in. */
const LOW_AAL_HOURS = 0.25

/** 400 `session_expired` if the project's settings let the session last no longer. */
async function requireWithinLimits(
  { settings, now }: Pick<AuthContext, 'now' | 'settings'>,
  tx: Connection,
  { session, user }: { session: SessionRow; user: User },
): Promise<void> {
  const isOver = (since: Date | null, hours: number) =>
    hours > 0 && since !== null && now.getTime() > since.getTime() + hours * HOUR_MS
  if (isOver(session.created_at, settings.sessions_timebox)) throw expired()
  const lastUsed = session.refreshed_at ?? session.created_at
  if (isOver(lastUsed, settings.sessions_inactivity_timeout)) throw expired(' (Inactivity)')
  if (settings.sessions_single_per_user && (await hasNewerSession(tx, session, tagsOf(settings))))
    throw expired(' (Revoked by Newer Login)')
  const hasFactor = user.factors.some(({ status }) => status === 'verified')
  const isLow = hasFactor && (session.aal ?? 'aal1') === 'aal1'
  if (!settings.mfa_allow_low_aal && isLow && isOver(session.created_at, LOW_AAL_HOURS))
    throw expired(' (Low AAL: User Needs MFA Verification)')
}

const tagsOf = ({ sessions_tags: tags }: AuthContext['settings']) =>
  tags
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean)

type UsedToken = { readonly session_id: string; readonly updated_at: Date }

/** Computes the session's current token from an ancestor that was used within the interval. */
async function currentToken(
  context: Pick<AuthContext, 'now' | 'project' | 'settings'>,
  tx: Connection,
  { presented, token }: { presented: string; token: UsedToken },
): Promise<string | undefined> {
  const { settings, project, now } = context
  const allowedUntil =
    token.updated_at.getTime() + settings.security_refresh_token_reuse_interval * 1000
  if (now.getTime() > allowedUntil) return undefined
  const active = await findActiveToken(tx, token.session_id)
  let candidate = presented
  for (let step = 0; active && step < MAX_STEPS_BEHIND; step += 1) {
    candidate = refreshTokenAfter(digestOf(candidate), token.session_id, project.keys.jwtSecret)
    if (digestOf(candidate) === active.token) return candidate
  }
  return undefined
}
