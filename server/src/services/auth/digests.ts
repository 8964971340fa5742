import { createHash, createHmac, randomBytes } from 'node:crypto'

/** The database stores this digest of a token, which identifies the token but can't replace it. */
export const digestOf = (token: string): string => createHash('sha256').update(token).digest('hex')

export const newRefreshToken = (): string => randomBytes(24).toString('base64url')

/**
 * Computes the refresh token that follows another in a session. It depends only on the parent's
 * digest and the project's secret. So although only digests are stored, a client whose response got
 * lost can get the same token again, and a session that verifies a second factor can continue.
 */
export const refreshTokenAfter = (
  parentDigest: string,
  sessionId: string,
  secret: string,
): string =>
  createHmac('sha256', secret)
    .update(`refresh-token ${sessionId} ${parentDigest}`)
    .digest('base64url')
    .slice(0, 32)

/**
 * Computes the long token of a mail's link from the address, the mail's short code, and the
 * project's secret. One stored digest then identifies both, and without the secret nobody can
 * compute the code from the digest.
 */
export const linkTokenOf = (email: string, code: string, secret: string): string =>
  createHmac('sha256', secret).update(`one-time-token ${email} ${code}`).digest('hex').slice(0, 56)
