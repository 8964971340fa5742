import { createHmac } from 'node:crypto'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const STEP_MS = 30_000

/** The code an authenticator app shows for a secret at a moment (RFC 6238, SHA-1, six digits). */
export function totp(secret: string, at: number = Date.now()): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at / STEP_MS)))
  const digest = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 0xf
  const number = digest.readUInt32BE(offset) & 0x7f_ff_ff_ff
  return String(number % 1_000_000).padStart(6, '0')
}

/**
 * Codes of one secret, each of a later step than the one before, since a step's code works once. The
 * first is of the step before this one and the third of the step after: a server takes those, so
 * that three sign-ins need no waiting.
 */
export function authenticator(secret: string) {
  let last = Math.floor(Date.now() / STEP_MS) - 2
  return async function nextCode(): Promise<string> {
    const newest = () => Math.floor(Date.now() / STEP_MS) + 1
    const oldest = Math.floor(Date.now() / STEP_MS) - 1
    last = Math.max(last + 1, oldest)
    // Not a pause for luck: the code of that step does not work before it is near.
    while (last > newest()) await new Promise((resolve) => setTimeout(resolve, 500))
    return totp(secret, last * STEP_MS)
  }
}

function fromBase32(text: string): Buffer {
  const bits = text
    .replace(/=+$/, '')
    .split('')
    .map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  const bytes = bits.match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
}
