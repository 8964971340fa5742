import { createFairQueue } from '../../../lib/fair-queue.ts'
import { PLATFORM_REF, type Project } from '../../../project/project.ts'
import { authError } from '../errors.ts'
import { createHashingPace } from './hashing-pace.ts'
import { createHashingThreads } from './hashing-threads.ts'
import { checkPasswordHash } from './password-hashes.ts'

/** Enough for a hundred people who sign in at the same moment and then wait for some seconds. */
const MAX_WAITING = 100
/** Enough for a server that signs in many people, while a flood leaves room for other clients. */
const MAX_PER_CLIENT = 25
const RETRY_AFTER = 5
/** The hash to compare with for accounts without a usable hash. */
const DECOY = '$2a$10$urW8iMsqCvnmnkNO0Vf2ZewpiBex7iwiUbcYsBbmg.TFfXpyex7oC'

/** The project and the client that the work counts for. */
type Asker = { readonly project: Project; readonly client: { readonly network: string } }

export type Passwords = {
  hash(asker: Asker, password: string): Promise<string>
  /** Without a usable hash, this returns false after the same time as a real comparison. */
  verify(asker: Asker, password: string, hash: string | null): Promise<boolean>
}

/**
 * Hashes and verifies in threads of low priority. Projects take turns, and the sign-ins of the
 * dashboard have a place of their own, so that a flood at one project slows down no other sign-in.
 * While the server is busy with other requests, the sign-ins of projects wait.
 */
export function createPasswords(): Passwords {
  const forProjects = createFairQueue({ places: 2, maxWaiting: MAX_WAITING, refuse: tooMany })
  const forPlatform = createFairQueue({ places: 1, maxWaiting: MAX_WAITING, refuse: tooMany })
  const pace = createHashingPace()
  const threads = createHashingThreads(pace.spent)
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
      if (ref === PLATFORM_REF) return await forPlatform.run(ref, work)
      return await forProjects.run(ref, async () => {
        await pace.turn()
        return work()
      })
    } finally {
      const left = (asked.get(key) ?? 1) - 1
      if (left > 0) asked.set(key, left)
      else asked.delete(key)
    }
  }
  return {
    hash: (asker, password) => inTurn(asker, () => threads.hash(password)),
    verify: (asker, password, hash) =>
      inTurn(asker, async () => {
        if (hash && isUsable(asker.project, hash)) return threads.matches(password, hash)
        await threads.matches(password, DECOY)
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
