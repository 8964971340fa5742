import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { audit } from '../audit.ts'
import { text } from '../body.ts'
import type { AuthContext } from '../context.ts'
import type { SignedIn } from '../sessions/bearer.ts'
import { requireChannel, sendSmsCode } from '../phone/sms-codes.ts'
import { insertChallenge, type Ceremony, type Factor } from '../queries/factors.ts'
import type { User } from '../queries/users.ts'
import { requireEnabledFactor } from './enabled-factor.ts'
import { phoneCodeDigest } from './phone-code.ts'
import { askSecurityKey, WebAuthnSite, type CredentialOptions } from './webauthn-factor.ts'

/** Maximum milliseconds between a challenge and its code. */
export const CHALLENGE_LIFETIME_MS = 5 * 60_000

export const ChallengeBody = z.object({ channel: text, webauthn: WebAuthnSite.nullish() })
type ChallengeBody = z.infer<typeof ChallengeBody>

export type Challenge = {
  readonly id: string
  readonly type: Factor['factor_type']
  /** Seconds since 1970. */
  readonly expires_at: number
  readonly webauthn?: {
    readonly type: Ceremony['type']
    readonly credential_options: { readonly publicKey: CredentialOptions }
  }
}

/**
 * Creates a challenge of the factor, which `verifyFactor` checks the proof against. A phone gets a
 * message with a code; the response for a security key has the options for the browser.
 */
export async function challengeFactor(
  context: AuthContext,
  { user }: SignedIn,
  { factorId, body }: { factorId: string; body: ChallengeBody },
): Promise<Challenge> {
  const { limits, project, client, now, database } = context
  limits.count('challengeByAccount', project.ref, user.id)
  const of = { id: factorId, userId: user.id }
  const factor = await requireEnabledFactor(context, database, of)
  const id = randomUUID()
  const codeDigest =
    factor.factor_type === 'phone'
      ? await sendCode(context, { challengeId: id, user, factor, channel: body.channel })
      : undefined
  const asked =
    factor.factor_type === 'webauthn'
      ? await askSecurityKey(context, { user, factor, site: body.webauthn })
      : undefined
  await database.transaction(async (tx) => {
    // The factor may have been removed while the message was sent.
    await requireEnabledFactor(context, tx, of)
    await insertChallenge(tx, {
      id,
      factorId,
      ip: client.ip,
      codeDigest,
      ceremony: asked?.ceremony,
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
    type: factor.factor_type,
    expires_at: Math.floor((now.getTime() + CHALLENGE_LIFETIME_MS) / 1000),
    ...(asked && {
      webauthn: {
        type: asked.ceremony.type,
        credential_options: { publicKey: asked.options },
      },
    }),
  }
}

async function sendCode(
  context: AuthContext,
  {
    challengeId,
    user,
    factor,
    channel,
  }: { challengeId: string; user: User; factor: Factor; channel: string },
): Promise<string> {
  const { settings, limits, project } = context
  const phone = factor.phone ?? ''
  const draft = { user, phone, channel: requireChannel(context, channel) }
  limits.count('factorSmsByAddress', project.ref, phone)
  const { code } = await sendSmsCode(context, {
    ...draft,
    length: settings.mfa_phone_otp_length,
    template: settings.mfa_phone_template,
  })
  return phoneCodeDigest(context, challengeId, code)
}
