import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Session as Connection } from '../../../postgres/database.ts'
import { audit } from '../audit.ts'
import type { SignedIn } from '../sessions/bearer.ts'
import { text } from '../body.ts'
import type { AuthContext } from '../context.ts'
import { authError, userNotFound, validationFailed } from '../errors.ts'
import { TYPE_NAMES, type ChallengedType } from './enabled-factor.ts'
import { sealFactorSecret } from './factor-secrets.ts'
import {
  deleteUnverifiedFactors,
  deleteUnverifiedPhone,
  insertFactor,
  listFactors,
  type Factor,
} from '../queries/factors.ts'
import { normalizePhone } from '../users/email-address.ts'
import { lockUser } from '../queries/users.ts'
import { newTotpSecret, totpPairing } from './totp.ts'

const MAX_NAME = 120

export const EnrollBody = z.object({
  factor_type: text,
  friendly_name: text,
  issuer: text,
  phone: text,
})
type EnrollBody = z.infer<typeof EnrollBody>

/** An enrollment that is unfinished after this time is deleted by the next one. */
const UNFINISHED_MS = 5 * 60_000

export type Enrolment = {
  readonly id: string
  readonly type: ChallengedType
  readonly friendly_name: string
  /** The data for an authenticator app. The secret is never shown again. */
  readonly totp?: { readonly qr_code: string; readonly secret: string; readonly uri: string }
  readonly phone?: string
}

/** Starts enrolling a second factor, which is active once it has been verified. */
export async function enrollFactor(
  context: AuthContext,
  { user, level }: SignedIn,
  body: EnrollBody,
): Promise<Enrolment> {
  const type = enabledType(context, body.factor_type)
  const name = factorNameOf(body)
  const phone = type === 'phone' ? phoneOf(body) : undefined
  const id = randomUUID()
  const secret = type === 'totp' ? newTotpSecret() : undefined
  const sealedSecret = secret && sealFactorSecret(context, id, secret)
  await context.database.transaction(async (tx) => {
    if (!(await lockUser(tx, user.id))) throw userNotFound()
    await makeRoom(context, tx, { userId: user.id, name, phone, level })
    await insertFactor(tx, {
      id,
      userId: user.id,
      name,
      type,
      sealedSecret,
      phone,
      now: context.now,
    })
    await audit(context, tx, {
      action: 'factor_in_progress',
      actor: user,
      traits: { factor_id: id },
    })
  })
  const enrolment: Enrolment = { id, type, friendly_name: name, ...(phone && { phone }) }
  if (secret === undefined) return enrolment
  const issuer = body.issuer.trim() || siteName(context)
  const account = user.email ?? user.phone ?? user.id
  return { ...enrolment, totp: totpPairing({ secret, issuer, account }) }
}

function enabledType({ settings }: Pick<AuthContext, 'settings'>, type: string): ChallengedType {
  if (type !== 'totp' && type !== 'phone' && type !== 'webauthn')
    throw validationFailed('factor_type needs to be totp, phone, or webauthn')
  const isEnabled = {
    totp: settings.mfa_totp_enroll_enabled,
    phone: settings.mfa_phone_enroll_enabled,
    webauthn: settings.mfa_web_authn_enroll_enabled,
  }[type]
  if (!isEnabled)
    throw authError(
      422,
      `mfa_${type}_enroll_not_enabled`,
      `MFA enroll is disabled for ${TYPE_NAMES[type]}`,
    )
  return type
}

/** The name that the person gave to a factor, or an empty text. */
export function factorNameOf({ friendly_name: given }: { readonly friendly_name: string }): string {
  const name = given.trim()
  if (name.length > MAX_NAME)
    throw validationFailed(`The name of a factor can have at most ${MAX_NAME} characters`)
  return name
}

function phoneOf({ phone }: EnrollBody): string {
  if (phone === '') throw validationFailed('Phone number required to enroll Phone factor')
  return normalizePhone(phone)
}

async function makeRoom(
  context: Pick<AuthContext, 'now' | 'settings'>,
  tx: Connection,
  {
    userId,
    name,
    phone,
    level,
  }: { userId: string; name: string; phone: string | undefined; level: SignedIn['level'] },
) {
  await deleteUnverifiedFactors(tx, userId, new Date(context.now.getTime() - UNFINISHED_MS))
  if (phone !== undefined) await deleteUnverifiedPhone(tx, { userId, phone })
  const factors = await listFactors(tx, userId)
  // Otherwise, someone who has only the password could add a factor and sign in with it.
  if (level !== 'aal2' && factors.some(({ status }) => status === 'verified'))
    throw authError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor')
  if (phone !== undefined && factors.some((factor) => factor.phone === phone))
    throw authError(
      422,
      'mfa_verified_factor_exists',
      'A verified phone factor already exists, unenroll the existing factor to continue',
    )
  requireRoom(context, factors, name)
}

/** Whether the account can have one more factor, under this name. */
export function requireRoom(
  { settings }: Pick<AuthContext, 'settings'>,
  factors: readonly Factor[],
  name: string,
): void {
  if (factors.length >= settings.mfa_max_enrolled_factors)
    throw authError(
      422,
      'too_many_enrolled_mfa_factors',
      'Maximum number of verified factors reached, unenroll to continue',
    )
  if (name !== '' && factors.some((factor) => factor.friendly_name === name))
    throw factorNameConflict(name)
}

export const factorNameConflict = (name: string) =>
  authError(
    422,
    'mfa_factor_name_conflict',
    `A factor with the friendly name "${name}" for this user already exists`,
  )

/** The default issuer, under which an authenticator app lists the account. */
function siteName({ settings, project }: Pick<AuthContext, 'project' | 'settings'>): string {
  return URL.canParse(settings.site_url) ? new URL(settings.site_url).host : project.ref
}
