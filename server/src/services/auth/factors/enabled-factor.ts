import type { Session as Connection } from '../../../postgres/database.ts'
import type { AuthContext } from '../context.ts'
import { authError, validationFailed } from '../errors.ts'
import { findFactor, type Factor } from '../queries/factors.ts'

/** The types of factors that are proved by the response to a challenge. */
export type ChallengedType = Exclude<Factor['factor_type'], 'recovery_code'>

/** The names of these types in error messages. */
export const TYPE_NAMES = { totp: 'TOTP', phone: 'Phone', webauthn: 'WebAuthn' } as const

/** Whether the factor can protect an account without others, which recovery codes cannot. */
export const isOtherFactor = ({ status, factor_type: type }: Factor) =>
  status === 'verified' && type !== 'recovery_code'

export const factorNotFound = () => authError(404, 'mfa_factor_not_found', 'Factor not found')

/** Finds the account's factor; 422 if the project has its type disabled. */
export async function requireEnabledFactor(
  { settings }: Pick<AuthContext, 'settings'>,
  db: Connection,
  of: { readonly id: string; readonly userId: string },
): Promise<Factor & { readonly factor_type: ChallengedType }> {
  const factor = await findFactor(db, of)
  if (!factor) throw factorNotFound()
  const type = factor.factor_type
  if (type === 'recovery_code')
    throw validationFailed(
      'Recovery codes need no challenge. Send the code to /factors/recovery-codes/verify',
    )
  const isEnabled = {
    totp: settings.mfa_totp_verify_enabled,
    phone: settings.mfa_phone_verify_enabled,
    webauthn: settings.mfa_web_authn_verify_enabled,
  }[type]
  if (!isEnabled)
    throw authError(
      422,
      `mfa_${type}_verify_not_enabled`,
      `MFA verification is disabled for ${TYPE_NAMES[type]}`,
    )
  return { ...factor, factor_type: type }
}
