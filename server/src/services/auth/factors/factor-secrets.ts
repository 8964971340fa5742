import type { AuthContext } from '../context.ts'

// Bound to the factor: a secret moved into another account's row does not open there. Not to the
// project, whose branches are copies with the same factors.
const contextOf = (factorId: string) => `mfa-factor ${factorId}`

/** The secret as the database keeps it. */
export const sealFactorSecret = (context: AuthContext, factorId: string, secret: string): string =>
  context.factorSecrets.seal(secret, contextOf(factorId)).toString('base64')

/** The secret again; 500 `secret_unreadable` where it was sealed by another installation. */
export const openFactorSecret = (context: AuthContext, factorId: string, sealed: string): string =>
  context.factorSecrets.open(Buffer.from(sealed, 'base64'), contextOf(factorId))
