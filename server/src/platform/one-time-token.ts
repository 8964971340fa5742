import { createHash, randomBytes } from 'node:crypto'

export type OneTimeToken = { readonly token: string; readonly digest: Buffer }

/**
 * A token for a link, and the digest that is stored: 256 random bits need no salt and no
 * stretching.
 */
export function createOneTimeToken(): OneTimeToken {
  const token = randomBytes(32).toString('base64url')
  return { token, digest: digestOf(token) }
}

export const digestOf = (token: string): Buffer => createHash('sha256').update(token).digest()
