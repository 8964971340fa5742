import { createHash } from 'node:crypto'
import { AppError } from './errors.ts'
import { deriveKey } from './secret-box.ts'

/** Crockford's base32: no I, L, O or U, which are misread. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const KEY_BYTES = 32
const KEY_DIGITS = 52
const CHECK_DIGITS = 4
const GROUP = 4
const GROUPS_PER_LINE = 7

/**
 * Writes the installation's key for paper: 14 groups of four digits on two lines, the last group
 * being a checksum.
 */
export function formatRecoveryKey(key: Buffer): string {
  const digits = `${toDigits(key, KEY_DIGITS)}${checksumOf(key)}`
  const groups = digits.match(new RegExp(`.{${GROUP}}`, 'g')) ?? []
  return [groups.slice(0, GROUPS_PER_LINE), groups.slice(GROUPS_PER_LINE)]
    .map((line) => line.join(' '))
    .join('\n')
}

/**
 * Reads a typed key. Ignores case, spaces, hyphens and line breaks, and reads O as 0, and I and L as
 * 1. Throws `recovery_key_unreadable` if a digit is missing, unknown or wrong.
 */
export function parseRecoveryKey(text: string): Buffer {
  const digits = text
    .toUpperCase()
    .replaceAll(/[\s-]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  const wrong = /[^\dA-HJKMNP-TV-Z]/u.exec(digits)?.[0]
  if (wrong !== undefined) throw unreadable(`The key contains "${wrong}", which no key has.`)
  if (digits.length !== KEY_DIGITS + CHECK_DIGITS)
    throw unreadable(
      `The key has ${digits.length} characters instead of ${KEY_DIGITS + CHECK_DIGITS}.`,
    )
  const key = fromDigits(digits.slice(0, KEY_DIGITS))
  // The last digit has bits that are not part of the key.
  if (`${toDigits(key, KEY_DIGITS)}${checksumOf(key)}` !== digits)
    throw unreadable('A character of the key is wrong: its checksum does not match.')
  return key
}

/** Two lines of seven groups, as the sheet has them between its sentences. */
const ON_SHEET = /^[ \t]*(?:[^\W_]{4} ){6}[^\W_]{4}\s+(?:[^\W_]{4} ){6}[^\W_]{4}[ \t]*$/m

/** Reads the key from the text of a whole sheet, or a typed key alone. Throws as `parseRecoveryKey`. */
export const readSheet = (text: string): Buffer =>
  parseRecoveryKey(ON_SHEET.exec(text)?.[0] ?? text)

/** Proves that somebody has the key without revealing it. */
export const proveRecoveryKey = (key: Buffer): string =>
  deriveKey(key, 'recovery-proof').toString('hex')

const unreadable = (sentence: string) =>
  new AppError('recovery_key_unreadable', sentence, {
    status: 400,
    hint: 'Compare it with the recovery sheet, and type both lines of the key.',
  })

const checksumOf = (key: Buffer): string =>
  toDigits(createHash('sha256').update(key).digest(), CHECK_DIGITS)

/** The first `count` groups of five bits. Bits past the end are zero. */
function toDigits(bytes: Buffer, count: number): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return Array.from({ length: count }, (_, index) =>
    DIGITS.charAt(Number.parseInt(bits.slice(index * 5, index * 5 + 5).padEnd(5, '0'), 2)),
  ).join('')
}

function fromDigits(digits: string): Buffer {
  const bits = Array.from(digits, (digit) =>
    DIGITS.indexOf(digit).toString(2).padStart(5, '0'),
  ).join('')
  return Buffer.from(
    Array.from({ length: KEY_BYTES }, (_, index) =>
      Number.parseInt(bits.slice(index * 8, index * 8 + 8), 2),
    ),
  )
}
