import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '../../../lib/errors.ts'
import type { Session as Connection } from '../../../postgres/database.ts'
import { audit } from '../audit.ts'
import { text } from '../body.ts'
import type { AuthContext } from '../context.ts'
import { digestOf } from '../digests.ts'
import { authError, challengeRequired, otpExpired, validationFailed } from '../errors.ts'
import { isExpired, isOfOwnAddress, isProof, proveByMail } from '../mail/prove-by-mail.ts'
import { putFlow, setFlowCode, takeFlow, type ChallengeMethod } from '../queries/flow-states.ts'
import { takeTokenOf } from '../queries/one-time-tokens.ts'
import { lockUser, type User } from '../queries/users.ts'
import { openProviderTokens } from '../sessions/provider-tokens.ts'
import { startSession, type SessionBody } from '../sessions/sessions.ts'
import { isBanned } from '../users/is-banned.ts'

/** Prefix of link tokens that lead to a code for the requesting browser instead of a session. */
export const PKCE_PREFIX = 'pkce_'

/** Maximum seconds between following the link and exchanging its code. */
const CODE_LIFETIME = 300

/** The PKCE fields of every request that sends a mail. */
export const ChallengeFields = { code_challenge: text, code_challenge_method: text }
export type Challenge = { readonly challenge: string; readonly method: ChallengeMethod }

/** Returns the request's PKCE challenge (RFC 7636), if it has one; 400 if it is incomplete. */
export function challengeOf(body: {
  code_challenge: string
  code_challenge_method: string
}): Challenge | undefined {
  const { code_challenge: challenge } = body
  const method = body.code_challenge_method.toLowerCase()
  if (challenge === '' && method === '') return undefined
  if (challenge === '' || method === '')
    throw validationFailed('PKCE flow requires code_challenge_method and code_challenge')
  if (!/^[\w.~-]{43,128}$/.test(challenge))
    throw validationFailed('code challenge has to be between 43 and 128 characters')
  if (method !== 's256' && method !== 'plain')
    throw validationFailed('Invalid code_challenge_method')
  return { challenge, method }
}

/** Like `challengeOf`; 400 `code_challenge_required` without a challenge where the policy needs one. */
export function challengeFor(
  { policy }: Pick<AuthContext, 'policy'>,
  body: Parameters<typeof challengeOf>[0],
): Challenge | undefined {
  const challenge = challengeOf(body)
  if (!challenge && policy.flow === 'pkce') throw challengeRequired()
  return challenge
}

export const beginFlow = (
  context: Pick<AuthContext, 'now'>,
  tx: Connection,
  flow: { readonly userId: string; readonly kind: string } & Challenge,
) => putFlow(tx, { ...flow, now: context.now })

/** Creates the code for the browser that started the flow; undefined if there is no flow. */
export async function issueCode(
  context: Pick<AuthContext, 'now'>,
  tx: Connection,
  flow: { readonly userId: string; readonly kind: string },
): Promise<string | undefined> {
  const code = randomUUID()
  const waiting = await setFlowCode(tx, { ...flow, digest: digestOf(code), now: context.now })
  return waiting === 1 ? code : undefined
}

export const PkceGrantBody = z.object({ auth_code: text, code_verifier: text })

/** Exchanges a code and the challenge's verifier for a session. */
export async function exchangeCode(
  context: AuthContext,
  body: z.infer<typeof PkceGrantBody>,
): Promise<SessionBody> {
  context.limits.count('refreshByIp', context.project.ref, context.client.network)
  if (body.auth_code === '' || body.code_verifier === '')
    throw validationFailed('invalid request: both auth code and code verifier should be non-empty')
  const outcome = await context.database.transaction((tx) => exchange(context, tx, body))
  // The error is thrown after the transaction, because a rollback would make the code valid again.
  if (outcome instanceof AppError) throw outcome
  if (context.policy.flow === 'pkce') context.sessions.forget(context.project.ref)
  return outcome
}

async function exchange(
  context: AuthContext,
  tx: Connection,
  body: z.infer<typeof PkceGrantBody>,
): Promise<SessionBody | AppError> {
  const flow = await takeFlow(tx, digestOf(body.auth_code))
  if (!flow)
    return authError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found')
  const age = context.now.getTime() - flow.auth_code_issued_at.getTime()
  if (age > CODE_LIFETIME * 1000)
    return authError(403, 'flow_state_expired', 'invalid flow state, flow state has expired')
  if (!fits(body.code_verifier, { challenge: flow.code_challenge, method: flow.method }))
    return authError(
      400,
      'bad_code_verifier',
      'code challenge does not match previously saved code verifier',
    )
  const user = await lockUser(tx, flow.user_id)
  if (!user || user.deleted_at !== null)
    return authError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found')
  if (isBanned(user, context.now)) return authError(403, 'user_banned', 'User is banned')
  const proved = await proveAtExchange(context, tx, { user, kind: flow.authentication_method })
  if (proved instanceof AppError) return proved
  const { provider_type: provider } = flow
  await audit(context, tx, { action: 'login', actor: user, traits: { provider } })
  const session = await startSession(context, tx, {
    userId: user.id,
    method: methodOf(flow.authentication_method),
    provider,
  })
  return {
    ...session,
    ...(proved?.hasLostPassword && { password_removed: true }),
    ...openProviderTokens(context, flow),
  }
}

/**
 * With the policy `pkce`, the link in a mail does nothing until the browser that asked for the mail
 * exchanges its code, so that nobody confirms by a click what somebody else has requested.
 */
async function proveAtExchange(
  context: Pick<AuthContext, 'client' | 'now' | 'policy' | 'project' | 'settings'>,
  tx: Connection,
  { user, kind }: { user: User; kind: string },
): Promise<{ readonly hasLostPassword: boolean } | AppError | undefined> {
  if (context.policy.flow !== 'pkce' || !isProof(kind)) return undefined
  const token = await takeTokenOf(tx, { userId: user.id, type: kind })
  if (!token || isExpired(context, token) || !isOfOwnAddress(token, user))
    return otpExpired('Email link is invalid or has expired')
  return proveByMail(context, tx, { user, token, continuesFlow: false })
}

const methodOf = (kind: string) => (kind === 'oauth' || kind === 'sso/saml' ? kind : 'otp')

function fits(verifier: string, { challenge, method }: Challenge): boolean {
  const made =
    method === 's256' ? createHash('sha256').update(verifier).digest('base64url') : verifier
  const [left, right] = [Buffer.from(made), Buffer.from(challenge)]
  return left.length === right.length && timingSafeEqual(left, right)
}
