import { createHash, createHmac, randomBytes } from 'node:crypto'

/** What the database keeps of a token: enough to recognise it, not to use it. */
export const digestOf = (token: string): string => createHash('sha256').update(token).digest('hex')

export const newRefreshToken = (): string => randomBytes(24).toString('base64url')

/**
 * The token that follows another in a session. It is a function of its parent's digest and the
 * project's secret, so that a client whose answer got lost can be given the same successor again, and
 * a session that proves a second factor goes on, although only digests are stored.
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
 * The long token of a mail's link, a function of the address, the short code of the same mail and the
 * project's secret: one stored digest recognises both, and without the secret a code cannot be
 * guessed from it.
 */
export const linkTokenOf = (email: string, code: string, secret: string): string =>
  createHmac('sha256', secret).update(`one-time-token ${email} ${code}`).digest('hex').slice(0, 56)
