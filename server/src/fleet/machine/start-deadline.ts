import { AppError } from '../../lib/errors.ts'

/** Longer than the migrations of all services take on a large database. */
const START_DEADLINE_MS = 180_000

export type StartDeadline = <T>(step: (deadlineMs: number) => Promise<T>) => Promise<T>

/**
 * Returns a function that runs the steps of one start, which all share one deadline. Rejects with
 * 503 `start_timed_out` when they take longer. The step itself continues until the cluster is
 * stopped, which ends its statement, by force if necessary.
 */
export function createStartDeadline(deadlineMs = START_DEADLINE_MS): StartDeadline {
  const end = performance.now() + deadlineMs
  return async (step) => {
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => late.reject(timedOut(deadlineMs)), end - performance.now())
    try {
      return await Promise.race([step(deadlineMs), late.promise])
    } finally {
      clearTimeout(timer)
    }
  }
}

const timedOut = (deadlineMs: number) =>
  new AppError(
    'start_timed_out',
    `The database was stopped because it was not ready after ${Math.round(deadlineMs / 1000)} seconds.`,
    { status: 503, hint: 'Retry. If it happens again, see the server log.', retryAfter: 30 },
  )
