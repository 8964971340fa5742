import { parseOptions } from '@node-rs/bcrypt'
import { authError } from '../errors.ts'
import { MAX_SCRYPT_BYTES, parseFirebase } from './hash-matching.ts'

/** Each step doubles the time: about a second at 14, more than a day at 31. */
const MAX_BCRYPT_COST = 14
const MAX_ARGON_KIB = 128 * 1024
/** Kibibytes written, all passes together: about a second. */
const MAX_ARGON_WORK = 1024 * 1024
const MAX_ARGON_LANES = 16
const MAX_SCRYPT_LOG_N = 17

/** Whether the hash came from another system, so that the next sign-in replaces it. */
export const isForeignHash = (hash: string): boolean => !isBcrypt(hash)

/**
 * Checks a hash that was created elsewhere: 400 `validation_failed` unless it is bcrypt, argon2i,
 * argon2id, or Firebase scrypt; 400 `password_hash_too_costly` if verifying it takes too long.
 */
export function checkPasswordHash(hash: string): void {
  if (hash.length > 255) throw notAHash()
  if (hash.startsWith('$argon2')) return checkArgon(hash)
  if (hash.startsWith('$fbscrypt$')) {
    const parsed = parseFirebase(hash)
    if (!parsed) throw notAHash()
    const { logN, blockSize } = parsed
    if (logN > MAX_SCRYPT_LOG_N || 128 * blockSize * 2 ** logN > MAX_SCRYPT_BYTES)
      throw tooCostly('scrypt cost of password_hash is too high')
    return
  }
  const cost = bcryptCost(hash)
  if (cost > MAX_BCRYPT_COST)
    throw tooCostly(
      `bcrypt cost of password_hash is ${cost}, and the maximum is ${MAX_BCRYPT_COST}`,
    )
}

const isBcrypt = (hash: string) => /^\$2[aby]?\$/.test(hash)

const notAHash = (cause?: unknown) =>
  authError(
    400,
    'validation_failed',
    'password_hash must be a bcrypt, argon2i, argon2id, or Firebase scrypt hash',
    { cause },
  )

const tooCostly = (what: string) =>
  authError(
    400,
    'password_hash_too_costly',
    `The ${what}. Create the account without a password hash and let the user reset the password.`,
  )

function bcryptCost(hash: string): number {
  try {
    return parseOptions(hash).cost
  } catch (cause) {
    throw notAHash(cause)
  }
}

function checkArgon(hash: string): void {
  const [, memory, passes, lanes] =
    /^\$argon2(?:i|id)\$v=19\$m=(\d{1,9}),t=(\d{1,6}),p=(\d{1,3})\$[\w+/]{11,64}\$[\w+/]{16,128}$/.exec(
      hash,
    ) ?? []
  if (memory === undefined) throw notAHash()
  if (
    Number(memory) > MAX_ARGON_KIB ||
    Number(memory) * Number(passes) > MAX_ARGON_WORK ||
    Number(lanes) > MAX_ARGON_LANES
  )
    throw tooCostly('argon2 cost of password_hash is too high')
}
