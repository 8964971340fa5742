import type { AuthContext } from '../context.ts'

// The encryption is bound to the factor, so that a secret copied into another account's row can't
// be decrypted. It is not bound to the project, because branches are copies with the same factors.
const contextOf = (factorId: string) => `mfa-factor ${factorId}`

/** Encrypts the secret for the database. */
export const sealFactorSecret = (context: AuthContext, factorId: string, secret: string): string =>
  context.factorSecrets.seal(secret, contextOf(factorId)).toString('base64')

/** Decrypts the secret; 500 `secret_unreadable` if another installation encrypted it. */
export const openFactorSecret = (context: AuthContext, factorId: string, sealed: string): string =>
  context.factorSecrets.open(Buffer.from(sealed, 'base64'), contextOf(factorId))
