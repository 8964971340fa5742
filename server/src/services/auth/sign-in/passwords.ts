import { hash as bcryptHash, verify as bcryptVerify } from '@node-rs/bcrypt'
import { randomBytes } from 'node:crypto'
import type { AuthSettings } from '@stoa/contract/services/auth/settings'
import { authError, validationFailed } from '../errors.ts'

/** bcrypt reads only this many bytes of a password and silently ignores the rest. */
const MAX_BYTES = 72
const COST = 10
/** Hashing uses at most two of Node's four worker threads; file access and DNS need the others. */
const AT_ONCE = 2

export type Passwords = {
  hash(password: string): Promise<string>
  /** Without a hash, this returns false after the same time as a real comparison. */
  verify(password: string, hash: string | null): Promise<boolean>
}

/** Hashes with bcrypt in GoTrue's format (`$2a$10$`), off the main thread. */
export function createPasswords(): Passwords {
  const enter = createGate(AT_ONCE)
  const create = (password: string) =>
    enter(() => bcryptHash(password, { cost: COST, version: '2a' }))
  let decoy: Promise<string> | undefined
  return {
    hash: create,
    async verify(password, hash) {
      if (hash) return enter(() => bcryptVerify(password, hash))
      decoy ??= create(randomBytes(16).toString('hex'))
      const against = await decoy
      await enter(() => bcryptVerify(password, against))
      return false
    },
  }
}

/** 400 `validation_failed` beyond bcrypt's limit; 422 `weak_password` with GoTrue's reasons. */
export function checkPasswordStrength(password: string, settings: AuthSettings) {
  if (Buffer.byteLength(password) > MAX_BYTES)
    throw validationFailed(`Password cannot be longer than ${MAX_BYTES} characters`)
  const reasons: string[] = []
  const messages: string[] = []
  if (password.length < settings.password_min_length) {
    reasons.push('length')
    messages.push(`Password should be at least ${settings.password_min_length} characters.`)
  }
  const groups = settings.password_required_characters.split(':').filter((group) => group !== '')
  if (
    groups.some((group) => !Array.from(group).some((character) => password.includes(character)))
  ) {
    reasons.push('characters')
    messages.push(`Password should contain at least one character of each: ${groups.join(', ')}.`)
  }
  if (reasons.length > 0)
    throw authError(422, 'weak_password', messages.join(' '), { details: reasons })
}

function createGate(places: number) {
  let free = places
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1
    else await new Promise<void>((go) => waiting.push(go))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
