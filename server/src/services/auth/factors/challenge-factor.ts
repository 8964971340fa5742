import { randomUUID } from 'node:crypto'
import type { Session as Connection } from '../../../postgres/database.ts'
import { audit } from '../audit.ts'
import type { SignedIn } from '../sessions/bearer.ts'
import type { AuthContext } from '../context.ts'
import { authError } from '../errors.ts'
import { findFactor, insertChallenge, type Factor } from '../queries/factors.ts'

/** Maximum milliseconds between a challenge and its code. */
export const CHALLENGE_LIFETIME_MS = 5 * 60_000

export type Challenge = {
  readonly id: string
  readonly type: 'totp'
  /** Seconds since 1970. */
  readonly expires_at: number
}

/** Creates a challenge of the factor, which `verifyFactor` checks a code against. */
export async function challengeFactor(
  context: AuthContext,
  { user }: SignedIn,
  factorId: string,
): Promise<Challenge> {
  const { limits, project, client, now } = context
  limits.count('challengeByAccount', project.ref, user.id)
  const id = randomUUID()
  await context.database.transaction(async (tx) => {
    await requireTotpFactor(context, tx, { id: factorId, userId: user.id })
    await insertChallenge(tx, {
      id,
      factorId,
      ip: client.ip,
      keepSince: new Date(now.getTime() - CHALLENGE_LIFETIME_MS),
      now,
    })
    await audit(context, tx, {
      action: 'challenge_created',
      actor: user,
      traits: { factor_id: factorId, factor_status: 'challenged' },
    })
  })
  return {
    id,
    type: 'totp',
    expires_at: Math.floor((now.getTime() + CHALLENGE_LIFETIME_MS) / 1000),
  }
}

export const factorNotFound = () => authError(404, 'mfa_factor_not_found', 'Factor not found')

/** Finds the account's factor and rejects any type but TOTP. */
export async function requireTotpFactor(
  { settings }: AuthContext,
  tx: Connection,
  of: { readonly id: string; readonly userId: string },
): Promise<Factor> {
  const factor = await findFactor(tx, of)
  if (!factor) throw factorNotFound()
  if (factor.factor_type === 'phone')
    throw authError(422, 'mfa_phone_verify_not_enabled', 'MFA verification is disabled for Phone')
  if (factor.factor_type === 'webauthn')
    throw authError(
      422,
      'mfa_webauthn_verify_not_enabled',
      'MFA verification is disabled for WebAuthn',
    )
  if (!settings.mfa_totp_verify_enabled)
    throw authError(422, 'mfa_totp_verify_not_enabled', 'MFA verification is disabled for TOTP')
  return factor
}
