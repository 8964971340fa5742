import { z } from 'zod'
import type { Session as Connection } from '../../../postgres/database.ts'
import { audit } from '../audit.ts'
import type { SignedIn } from '../sessions/bearer.ts'
import { text } from '../body.ts'
import { CHALLENGE_LIFETIME_MS } from './challenge-factor.ts'
import type { AuthContext } from '../context.ts'
import { authError, userNotFound } from '../errors.ts'
import { requireEnabledFactor, type ChallengedType } from './enabled-factor.ts'
import { isPlainSecret, openFactorSecret, sealFactorSecret } from './factor-secrets.ts'
import {
  deleteUnverifiedFactors,
  findOpenChallenge,
  markAnswered,
  markVerified,
  type Factor,
  type OpenChallenge,
  type Proof,
} from '../queries/factors.ts'
import { deleteWeakSessions, type FactorMethod } from '../queries/sessions.ts'
import { decideFactor } from '../hooks/hooks.ts'
import { notify } from '../mail/notifications.ts'
import { lockUser, type User } from '../queries/users.ts'
import { raiseSession, type SessionBody } from '../sessions/sessions.ts'
import { isPhoneCode } from './phone-code.ts'
import { matchTotp } from './totp.ts'
import { checkSecurityKey, WebAuthnProof } from './webauthn-factor.ts'

export const VerifyFactorBody = z.object({
  challenge_id: text,
  code: text,
  webauthn: WebAuthnProof.nullish(),
})
type VerifyFactorBody = z.infer<typeof VerifyFactorBody>

/** The name of the factor's proof in tokens. */
const METHODS: Readonly<Record<Factor['factor_type'], FactorMethod>> = {
  totp: 'totp',
  phone: 'mfa/phone',
  webauthn: 'mfa/webauthn',
  recovery_code: 'mfa/recovery_code',
}

const FAILURES: Readonly<Record<ChallengedType, string>> = {
  totp: 'Invalid TOTP code entered',
  phone: 'Invalid MFA Phone code entered',
  webauthn: 'Invalid WebAuthn response',
}

/**
 * Checks a code or the response of a security key against a challenge. The session continues at
 * aal2 with new tokens, the factor becomes verified, and the account's sessions without a verified
 * second factor end.
 */
export async function verifyFactor(
  context: AuthContext,
  signedIn: SignedIn,
  { factorId, body }: { factorId: string; body: VerifyFactorBody },
): Promise<SessionBody> {
  const { user } = signedIn
  const { project, limits } = context
  const session = await context.database.transaction(async (tx) => {
    // The lock makes the second of two concurrent requests with the same code find it already used.
    if (!(await lockUser(tx, user.id))) throw userNotFound()
    const factor = await requireEnabledFactor(context, tx, { id: factorId, userId: user.id })
    const challenge = await requireOpenChallenge(context, tx, { id: body.challenge_id, factorId })
    limits.count('codeByAccount', project.ref, user.id)
    const proof = await findProof(context, { factor, challenge, body })
    await askHook(context, { user, factor, isValid: proof !== undefined })
    const type = factor.factor_type
    if (!proof) throw authError(422, 'mfa_verification_failed', FAILURES[type])
    await markAnswered(tx, body.challenge_id, context.now)
    await markVerified(tx, { id: factorId, proof, now: context.now })
    await deleteUnverifiedFactors(tx, user.id)
    return continueAtAal2(context, tx, { signedIn, factor, challengeId: body.challenge_id })
  })
  limits.forgive('codeByAccount', project.ref, user.id)
  context.sessions.forget(project.ref)
  const before = user.factors.find(({ id }) => id === factorId)
  if (before?.status === 'unverified')
    notify(context, {
      kind: 'mfa_factor_enrolled',
      user,
      values: { FactorType: before.factor_type },
    })
  return session
}

/** The session continues at aal2 with new tokens, and the account's sessions at aal1 end. */
export async function continueAtAal2(
  context: AuthContext,
  tx: Connection,
  {
    signedIn: { user, sessionId },
    factor,
    challengeId,
  }: { signedIn: SignedIn; factor: Factor; challengeId?: string },
): Promise<SessionBody> {
  if (sessionId === null)
    throw authError(403, 'session_not_found', 'A second factor needs a session to prove it in')
  const raised = await raiseSession(context, tx, {
    userId: user.id,
    sessionId,
    factorId: factor.id,
    method: METHODS[factor.factor_type],
  })
  await deleteWeakSessions(tx, user.id)
  await audit(context, tx, {
    action: 'verification_attempted',
    actor: user,
    traits: { factor_id: factor.id, challenge_id: challengeId },
  })
  return raised
}

async function requireOpenChallenge(
  { now }: Pick<AuthContext, 'now'>,
  tx: Connection,
  challenge: { id: string; factorId: string },
): Promise<OpenChallenge> {
  const known = z.guid().safeParse(challenge.id).success
    ? await findOpenChallenge(tx, challenge)
    : undefined
  if (!known)
    throw authError(
      404,
      'mfa_factor_not_found',
      'MFA factor with the provided challenge ID not found',
    )
  if (now.getTime() - known.created_at.getTime() > CHALLENGE_LIFETIME_MS)
    throw authError(
      422,
      'mfa_challenge_expired',
      `MFA challenge ${challenge.id} has expired, verify against another challenge or create a new challenge.`,
    )
  return known
}

/** The values to store with the factor if the proof is correct; undefined if it is wrong. */
async function findProof(
  context: AuthContext,
  of: { factor: Factor; challenge: OpenChallenge; body: VerifyFactorBody },
): Promise<Proof | undefined> {
  const { factor, body } = of
  // Apps show a code as two groups of digits, and people type the space.
  const code = body.code.replaceAll(/\s/g, '')
  if (factor.factor_type === 'webauthn') return checkSecurityKey(of, body.webauthn)
  if (factor.factor_type === 'phone')
    return (await isPhoneCode(context, { ...of, code })) ? {} : undefined
  const timeStep = matchCode(context, factor, code)
  if (timeStep === undefined) return undefined
  const { id, secret } = factor
  return secret !== null && isPlainSecret(secret)
    ? { timeStep, sealedSecret: sealFactorSecret(context, id, secret) }
    : { timeStep }
}

function matchCode(
  context: Pick<AuthContext, 'factorSecrets' | 'now'>,
  factor: Factor,
  code: string,
): number | undefined {
  return factor.secret === null
    ? undefined
    : matchTotp({
        secret: openFactorSecret(context, factor.id, factor.secret),
        code,
        now: context.now,
        usedUntil: factor.last_time_step,
      })
}

/** Calls the hook, which can reject the attempt. Its own changes outlive a refused attempt. */
export async function askHook(
  context: AuthContext,
  { user, factor, isValid }: { user: User; factor: Factor; isValid: boolean },
): Promise<void> {
  const { decision, message } = await decideFactor(context, {
    userId: user.id,
    factorId: factor.id,
    factorType: factor.factor_type,
    isValid,
  })
  if (decision === 'reject')
    throw authError(
      403,
      'mfa_verification_rejected',
      message || 'Further MFA verification attempts will be rejected.',
    )
}
