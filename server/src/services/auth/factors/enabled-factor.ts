import type { Session as Connection } from '../../../postgres/database.ts'
import type { AuthContext } from '../context.ts'
import { authError } from '../errors.ts'
import { findFactor, type Factor } from '../queries/factors.ts'

/** The types of factors as error messages name them. */
export const TYPE_NAMES = { totp: 'TOTP', phone: 'Phone', webauthn: 'WebAuthn' } as const

export const factorNotFound = () => authError(404, 'mfa_factor_not_found', 'Factor not found')

/** Finds the account's factor; 422 if the project has its type disabled. */
export async function requireEnabledFactor(
  { settings }: AuthContext,
  db: Connection,
  of: { readonly id: string; readonly userId: string },
): Promise<Factor> {
  const factor = await findFactor(db, of)
  if (!factor) throw factorNotFound()
  const type = factor.factor_type
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
  return factor
}
