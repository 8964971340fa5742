import { hash as bcryptHash, verify as bcryptVerify } from '@node-rs/bcrypt'
import { randomBytes } from 'node:crypto'
import { createFairQueue } from '../../../lib/fair-queue.ts'
import { PLATFORM_REF, type Project } from '../../../project/project.ts'
import { authError } from '../errors.ts'
import { checkPasswordHash, matchesHash } from './password-hashes.ts'

const COST = 10
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
        if (hash && isUsable(asker.project, hash)) return matchesHash(password, hash)
        decoy ??= create(randomBytes(16).toString('hex'))
        await bcryptVerify(password, await decoy)
        return false
      }),
  }
}

const tooMany = () =>
  authError(429, 'over_request_rate_limit', 'Too many sign-ins at the moment. Try again shortly.', {
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
