import { hash as bcryptHash, parseOptions, verify as bcryptVerify } from '@node-rs/bcrypt'
import { randomBytes } from 'node:crypto'
import type { AuthSettings } from '@stoa/contract/services/auth/settings'
import { createFairQueue } from '../../../lib/fair-queue.ts'
import { PLATFORM_REF, type Project } from '../../../project/project.ts'
import { authError, validationFailed } from '../errors.ts'

/** bcrypt reads only this many bytes of a password and silently ignores the rest. */
const MAX_BYTES = 72
const COST = 10
/** Each step doubles the time: about a second at 14, more than a day at 31. */
const MAX_COST = 14
/** Enough for a hundred people who sign in at the same moment, who then wait for some seconds. */
const MAX_WAITING = 100
/** A server can sign in this many people at once, and a single flood leaves room for others. */
const MAX_PER_CLIENT = 25
const RETRY_AFTER = 5

/** Whose turn the work takes. */
type Asker = { readonly project: Project; readonly client: { readonly network: string } }

export type Passwords = {
  hash(asker: Asker, password: string): Promise<string>
  /** Without a usable hash, this returns false after the same time as a real comparison. */
  verify(asker: Asker, password: string, hash: string | null): Promise<boolean>
}

/**
 * Hashes with bcrypt in GoTrue's format (`$2a$10$`), off the main thread. Projects take turns, and
 * the sign-ins of the dashboard have a place of their own, so that a flood at one project slows down
 * no other sign-in. Three of Node's four worker threads can be busy; the last one is for files.
 */
export function createPasswords(): Passwords {
  const forProjects = createFairQueue({ places: 2, maxWaiting: MAX_WAITING, refuse: tooMany })
  const forPlatform = createFairQueue({ places: 1, maxWaiting: MAX_WAITING, refuse: tooMany })
  const asked = new Map<string, number>()
  async function inTurn<T>(
    { project: { ref }, client }: Asker,
    work: () => Promise<T>,
  ): Promise<T> {
    const key = `${ref} ${client.network}`
    const count = asked.get(key) ?? 0
    if (count >= MAX_PER_CLIENT) throw tooMany()
    asked.set(key, count + 1)
    try {
      return await (ref === PLATFORM_REF ? forPlatform : forProjects).run(ref, work)
    } finally {
      const left = (asked.get(key) ?? 1) - 1
      if (left > 0) asked.set(key, left)
      else asked.delete(key)
    }
  }
  const create = (password: string) => bcryptHash(password, { cost: COST, version: '2a' })
  let decoy: Promise<string> | undefined
  return {
    hash: (asker, password) => inTurn(asker, () => create(password)),
    verify: (asker, password, hash) =>
      inTurn(asker, async () => {
        if (hash && isUsable(asker.project, hash)) return bcryptVerify(password, hash)
        decoy ??= create(randomBytes(16).toString('hex'))
        await bcryptVerify(password, await decoy)
        return false
      }),
  }
}

const tooMany = () =>
  authError(429, 'over_request_rate_limit', 'Too many people are signing in. Try again shortly.', {
    retryAfter: RETRY_AFTER,
  })

/** The owner's SQL can store any text as a hash, and a single costly one would take a day. */
function isUsable(project: Project, hash: string): boolean {
  try {
    checkPasswordHash(hash)
    return true
  } catch (error) {
    project.log('auth').warn({ err: error }, 'A stored password hash cannot be used')
    return false
  }
}

/**
 * Checks a hash that was made elsewhere: 400 `validation_failed` if it is no bcrypt hash, 400
 * `password_hash_too_costly` if verifying it takes too long.
 */
export function checkPasswordHash(hash: string): void {
  const cost = costOf(hash)
  if (cost > MAX_COST)
    throw authError(
      400,
      'password_hash_too_costly',
      `The bcrypt cost of password_hash is ${cost}, and the maximum is ${MAX_COST}. Create the account without it and let its owner reset the password.`,
    )
}

function costOf(hash: string): number {
  try {
    if (hash.length > 255) throw new RangeError('Too long for a bcrypt hash')
    return parseOptions(hash).cost
  } catch (cause) {
    throw authError(400, 'validation_failed', 'password_hash must be a bcrypt hash', { cause })
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
