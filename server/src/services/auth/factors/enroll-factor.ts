import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Session as Connection } from '../../../postgres/database.ts'
import { audit } from '../audit.ts'
import type { SignedIn } from '../sessions/bearer.ts'
import { text } from '../body.ts'
import type { AuthContext } from '../context.ts'
import { authError, userNotFound, validationFailed } from '../errors.ts'
import { sealFactorSecret } from './factor-secrets.ts'
import { deleteUnverifiedFactors, insertTotpFactor, listFactors } from '../queries/factors.ts'
import { lockUser } from '../queries/users.ts'
import { newTotpSecret, totpPairing } from './totp.ts'

const MAX_NAME = 120

export const EnrollBody = z.object({
  factor_type: text,
  friendly_name: text,
  issuer: text,
})
type EnrollBody = z.infer<typeof EnrollBody>

/** An enrollment that is unfinished after this time is deleted by the next one. */
const UNFINISHED_MS = 5 * 60_000

/** The data for an authenticator app. The secret is never shown again. */
export type Enrolment = {
  readonly id: string
  readonly type: 'totp'
  readonly friendly_name: string
  readonly totp: { readonly qr_code: string; readonly secret: string; readonly uri: string }
}

/** Starts enrolling a second factor, which is active once one of its codes has been verified. */
export async function enrollFactor(
  context: AuthContext,
  { user, level }: SignedIn,
  body: EnrollBody,
): Promise<Enrolment> {
  checkType(context, body.factor_type)
  const name = body.friendly_name.trim()
  if (name.length > MAX_NAME)
    throw validationFailed(`The name of a factor has at most ${MAX_NAME} characters`)
  const id = randomUUID()
  const secret = newTotpSecret()
  const sealedSecret = sealFactorSecret(context, id, secret)
  await context.database.transaction(async (tx) => {
    if (!(await lockUser(tx, user.id))) throw userNotFound()
    await makeRoom(context, tx, { userId: user.id, name, level })
    await insertTotpFactor(tx, { id, userId: user.id, name, sealedSecret, now: context.now })
    await audit(context, tx, {
      action: 'factor_in_progress',
      actor: user,
      traits: { factor_id: id },
    })
  })
  const issuer = body.issuer.trim() || siteName(context)
  const account = user.email ?? user.phone ?? user.id
  return {
    id,
    type: 'totp',
    friendly_name: name,
    totp: totpPairing({ secret, issuer, account }),
  }
}

function checkType({ settings }: AuthContext, type: string) {
  if (type === 'phone')
    throw authError(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone')
  if (type === 'webauthn')
    throw authError(422, 'mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for WebAuthn')
  if (type !== 'totp') throw validationFailed('factor_type needs to be totp, phone, or webauthn')
  if (!settings.mfa_totp_enroll_enabled)
    throw authError(422, 'mfa_totp_enroll_not_enabled', 'MFA enroll is disabled for TOTP')
}

async function makeRoom(
  { settings, now }: AuthContext,
  tx: Connection,
  { userId, name, level }: { userId: string; name: string; level: SignedIn['level'] },
) {
  await deleteUnverifiedFactors(tx, userId, new Date(now.getTime() - UNFINISHED_MS))
  const factors = await listFactors(tx, userId)
  if (factors.length >= settings.mfa_max_enrolled_factors)
    throw authError(
      422,
      'too_many_enrolled_mfa_factors',
      'Maximum number of verified factors reached, unenroll to continue',
    )
  // Otherwise, someone who has only the password could add a factor and sign in with it.
  if (level !== 'aal2' && factors.some(({ status }) => status === 'verified'))
    throw authError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor')
  if (name !== '' && factors.some((factor) => factor.friendly_name === name))
    throw authError(
      422,
      'mfa_factor_name_conflict',
      `A factor with the friendly name "${name}" for this user already exists`,
    )
}

/** The default issuer, under which an authenticator app lists the account. */
function siteName({ settings, project }: AuthContext): string {
  return URL.canParse(settings.site_url) ? new URL(settings.site_url).host : project.ref
}
