import type { AuthContext } from '../context.ts'

// The encryption is bound to the factor, so that a secret copied into another account's row can't
// be decrypted. It is not bound to the project, because branches are copies with the same factors.
const contextOf = (factorId: string) => `mfa-factor ${factorId}`

/** Encrypts the secret for the database. */
export const sealFactorSecret = (
  context: Pick<AuthContext, 'factorSecrets'>,
  factorId: string,
  secret: string,
): string => context.factorSecrets.seal(secret, contextOf(factorId)).toString('base64')

/**
 * Whether the secret came with the dump of a project whose auth server does not encrypt secrets.
 * Encrypted ones are longer and have lowercase letters.
 */
export const isPlainSecret = (stored: string): boolean => /^[A-Z2-7]{16,52}$/.test(stored)

/** Decrypts the secret; 500 `secret_unreadable` if another installation encrypted it. */
export const openFactorSecret = (
  context: Pick<AuthContext, 'factorSecrets'>,
  factorId: string,
  stored: string,
): string =>
  isPlainSecret(stored)
    ? stored
    : context.factorSecrets.open(Buffer.from(stored, 'base64'), contextOf(factorId))
