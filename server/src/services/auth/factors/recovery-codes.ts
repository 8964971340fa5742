import { randomInt, randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Session as Connection } from '../../../postgres/database.ts'
import { audit } from '../audit.ts'
import { text } from '../body.ts'
import type { AuthContext } from '../context.ts'
import { authError, userNotFound } from '../errors.ts'
import { digestOf } from '../digests.ts'
import { notify } from '../mail/notifications.ts'
import { insertFactor, listFactors, markVerified, type Factor } from '../queries/factors.ts'
import {
  countRecoveryCodes,
  replaceRecoveryCodes,
  useRecoveryCode,
} from '../queries/recovery-codes.ts'
import { lockUser } from '../queries/users.ts'
import type { SignedIn } from '../sessions/bearer.ts'
import type { SessionBody } from '../sessions/sessions.ts'
import { factorNotFound, isOtherFactor } from './enabled-factor.ts'
import { factorNameOf, requireRoom } from './enroll-factor.ts'
import { unenrollFactor } from './unenroll-factor.ts'
import { askHook, continueAtAal2 } from './verify-factor.ts'

export const GenerateBody = z.object({ friendly_name: text })
export const RecoveryCodeBody = z.object({ code: text })

const DEFAULT_NAME = 'Recovery codes'
const CODES = 10
const LENGTH = 16
/** Without the characters that people confuse with others. 16 of them are 80 bits. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz'

type RecoveryCodes = {
  readonly id: string
  readonly type: 'recovery_code'
  readonly friendly_name: string
  readonly total: number
  /** Returned only here: the database stores digests. */
  readonly codes: readonly string[]
}

/** The number of the account's codes, all and unused. 404 `mfa_factor_not_found` without codes. */
export async function readRecoveryCodes(
  context: Pick<AuthContext, 'database'>,
  { user }: SignedIn,
) {
  const factor = await requireSet(context.database, user.id)
  const counts = await countRecoveryCodes(context.database, factor.id)
  return { id: factor.id, type: factor.factor_type, ...counts }
}

/** Makes the account's set of codes. The session must have proved another factor. */
export async function generateRecoveryCodes(
  context: AuthContext,
  signedIn: SignedIn,
  body: z.infer<typeof GenerateBody>,
): Promise<RecoveryCodes> {
  requireEnrollment(context, signedIn)
  const { user } = signedIn
  const id = randomUUID()
  const name = factorNameOf(body) || DEFAULT_NAME
  const codes = newCodes()
  await context.database.transaction(async (tx) => {
    if (!(await lockUser(tx, user.id))) throw userNotFound()
    const factors = await listFactors(tx, user.id)
    if (factors.some((factor) => factor.factor_type === 'recovery_code'))
      throw authError(
        422,
        'mfa_verified_factor_exists',
        'The account already has recovery codes, regenerate them to get new ones',
      )
    if (!factors.some(isOtherFactor))
      throw authError(
        422,
        'mfa_recovery_codes_sole_factor',
        'Recovery codes need another verified factor, enroll one first',
      )
    requireRoom(context, factors, name)
    const { now } = context
    await insertFactor(tx, { id, userId: user.id, name, type: 'recovery_code', now })
    await markVerified(tx, { id, proof: {}, now })
    await replaceRecoveryCodes(tx, { factorId: id, digests: codes.map(digestOf), now })
    await audit(context, tx, {
      action: 'generate_recovery_codes',
      actor: user,
      traits: { factor_id: id },
    })
  })
  notify(context, {
    kind: 'mfa_factor_enrolled',
    user,
    values: { FactorType: 'recovery_code' },
  })
  return { id, type: 'recovery_code', friendly_name: name, total: CODES, codes }
}

/** Replaces the account's codes; those of the set before stop working. */
export async function regenerateRecoveryCodes(
  context: AuthContext,
  signedIn: SignedIn,
): Promise<RecoveryCodes> {
  requireEnrollment(context, signedIn)
  const { user } = signedIn
  const codes = newCodes()
  const factor = await context.database.transaction(async (tx) => {
    if (!(await lockUser(tx, user.id))) throw userNotFound()
    const found = await requireSet(tx, user.id)
    const { now } = context
    await replaceRecoveryCodes(tx, { factorId: found.id, digests: codes.map(digestOf), now })
    await audit(context, tx, {
      action: 'generate_recovery_codes',
      actor: user,
      traits: { factor_id: found.id },
    })
    return found
  })
  context.limits.clear('recoveryCodeByAccount', context.project.ref, user.id)
  const { id, friendly_name: name } = factor
  return { id, type: 'recovery_code', friendly_name: name ?? '', total: CODES, codes }
}

/**
 * Uses one of the account's codes. The session continues at aal2 with new tokens, and the account's
 * sessions without a verified second factor end.
 */
export async function verifyRecoveryCode(
  context: AuthContext,
  signedIn: SignedIn,
  body: z.infer<typeof RecoveryCodeBody>,
): Promise<SessionBody> {
  const { project, limits, settings, now } = context
  const { user } = signedIn
  if (!settings.mfa_recovery_codes_verify_enabled)
    throw authError(
      422,
      'mfa_recovery_codes_verify_not_enabled',
      'MFA verification is disabled for recovery codes',
    )
  // Codes are shown in groups, and people type the separators.
  const code = body.code.toLowerCase().replaceAll(/[\s-]/g, '')
  const session = await context.database.transaction(async (tx) => {
    if (!(await lockUser(tx, user.id))) throw userNotFound()
    const factor = await requireSet(tx, user.id)
    limits.count('recoveryCodeByAccount', project.ref, user.id)
    const isValid = await useRecoveryCode(tx, { factorId: factor.id, digest: digestOf(code), now })
    await askHook(context, { user, factor, isValid })
    if (!isValid) throw authError(422, 'mfa_verification_failed', 'Invalid recovery code entered')
    return continueAtAal2(context, tx, { signedIn, factor })
  })
  limits.forgive('recoveryCodeByAccount', project.ref, user.id)
  context.sessions.forget(project.ref)
  return session
}

/** Removes the account's codes. */
export async function removeRecoveryCodes(context: AuthContext, signedIn: SignedIn) {
  const { id } = await requireSet(context.database, signedIn.user.id)
  return unenrollFactor(context, signedIn, id)
}

function requireEnrollment({ settings }: Pick<AuthContext, 'settings'>, { level }: SignedIn) {
  if (!settings.mfa_recovery_codes_enroll_enabled)
    throw authError(
      422,
      'mfa_recovery_codes_enroll_not_enabled',
      'MFA enroll is disabled for recovery codes',
    )
  if (level !== 'aal2')
    throw authError(403, 'insufficient_aal', 'AAL2 required to get recovery codes')
}

async function requireSet(db: Connection, userId: string): Promise<Factor> {
  const factors = await listFactors(db, userId)
  const found = factors.find((factor) => factor.factor_type === 'recovery_code')
  if (!found) throw factorNotFound()
  return found
}

const newCodes = (): readonly string[] => Array.from({ length: CODES }, newCode)

const newCode = () =>
  Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
