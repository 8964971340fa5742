import { createHash, randomBytes } from 'node:crypto'

/** The format of the hosted platform's tokens, which the official command line insists on. */
const TOKEN = /^sbp_[0-9a-f]{40}$/

/** Characters shown of a token: enough to tell tokens apart, too few to help a guess. */
const SHOWN = 'sbp_'.length + 4

/** A token of 160 random bits, which need no salt and no stretching. */
export function generateToken(): { token: string; digest: Buffer; prefix: string } {
  const token = `sbp_${randomBytes(20).toString('hex')}`
  return { token, digest: digestOf(token), prefix: token.slice(0, SHOWN) }
}

export const isAccessToken = (text: string): boolean => TOKEN.test(text)

export const digestOf = (token: string): Buffer => createHash('sha256').update(token).digest()
