import { verifySync as argonVerify } from '@node-rs/argon2'
import { verifySync as bcryptVerify } from '@node-rs/bcrypt'
import { createCipheriv, scryptSync, timingSafeEqual } from 'node:crypto'

/** Bytes of memory that scrypt fills. */
export const MAX_SCRYPT_BYTES = 128 * 1024 * 1024
const SCRYPT_KEY_BYTES = 32

/**
 * Whether the password has this hash, which `checkPasswordHash` accepts. This takes up to a second,
 * so only the threads of `createHashingThreads` call it.
 */
export function matchesHash(password: string, hash: string): boolean {
  if (hash.startsWith('$argon2')) return argonVerify(hash, password)
  if (hash.startsWith('$fbscrypt$')) return matchesFirebase(password, hash)
  return bcryptVerify(password, hash)
}

/** The parts of `$fbscrypt$v=1,n=14,r=8,p=1,ss=<separator>,sk=<signer key>$<salt>$<hash>`. */
export function parseFirebase(hash: string) {
  const [, logN, blockSize, lanes, separator, signer, salt, expected] =
    /^\$fbscrypt\$v=1,n=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})(?:,ss=([\w+/=-]*))?,sk=([\w+/=-]+)\$([\w+/=-]+)\$([\w+/=-]+)$/.exec(
      hash,
    ) ?? []
  if (!logN || !blockSize || !lanes || !signer || !salt || !expected) return undefined
  return {
    logN: Number(logN),
    blockSize: Number(blockSize),
    lanes: Number(lanes),
    salt: Buffer.concat([Buffer.from(salt, 'base64'), Buffer.from(separator ?? '', 'base64')]),
    signer: Buffer.from(signer, 'base64'),
    expected: Buffer.from(expected, 'base64'),
  }
}

/** Firebase encrypts its signer key with a key derived from the password, and stores the result. */
function matchesFirebase(password: string, hash: string): boolean {
  const parsed = parseFirebase(hash)
  if (!parsed) return false
  const { logN, blockSize, lanes, salt, signer, expected } = parsed
  const key = scryptSync(password, salt, SCRYPT_KEY_BYTES, {
    N: 2 ** logN,
    r: blockSize,
    p: lanes,
    maxmem: 2 * MAX_SCRYPT_BYTES,
  })
  const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(16))
  const made = Buffer.concat([cipher.update(signer), cipher.final()])
  return made.length === expected.length && timingSafeEqual(made, expected)
}
