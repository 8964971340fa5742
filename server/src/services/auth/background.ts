import { createFairQueue } from '../../lib/fair-queue.ts'
import type { Project } from '../../project/project.ts'
import { tooManyRequests } from './limits.ts'

const MAX_WAITING = 200
const RETRY_AFTER = 10

export type Background = {
  /**
   * Starts work that the response doesn't wait for, so that neither its time nor its outcome tells
   * whether an address has an account. A failure is written to the project's log. Throws 429 if too
   * much of the project's work is waiting, regardless of the account.
   */
  start(project: Project, work: () => Promise<void>): void
}

export function createBackground(): Background {
  const queue = createFairQueue({
    // A project's own triggers and locks can delay its work indefinitely, but not other projects'
    // work.
    places: Infinity,
    maxWaiting: MAX_WAITING,
    refuse: () => tooManyRequests(RETRY_AFTER),
  })
  return {
    start(project, work) {
      const done = queue.run(project.ref, work)
      const release = project.holdAwake()
      done
        .catch((error: unknown) =>
          project.log('auth').error({ err: error }, 'Could not prepare an email'),
        )
        .finally(release)
    },
  }
}
