import { createHash, randomBytes } from 'node:crypto'

/** The format of the hosted platform's tokens, which the official command line requires. */
const TOKEN = /^sbp_[0-9a-f]{40}$/

/** Visible characters of a token: enough to distinguish tokens, too few to help guessing. */
const SHOWN = 'sbp_'.length + 4

/** A token of 160 random bits, whose digest needs no salt and no key stretching. */
export function generateToken(): { token: string; digest: Buffer; prefix: string } {
  const token = `sbp_${randomBytes(20).toString('hex')}`
  return { token, digest: digestOf(token), prefix: token.slice(0, SHOWN) }
}

export const isAccessToken = (text: string): boolean => TOKEN.test(text)

export const digestOf = (token: string): Buffer => createHash('sha256').update(token).digest()
