import { AppError } from '../../../lib/errors.ts'

/** The codes and statuses by which clients of Supabase recognize a failure of the runtime. */
export const bootError = (cause?: unknown): AppError =>
  new AppError('BOOT_ERROR', 'Function failed to start (please check logs)', {
    status: 503,
    hint: 'The log of the function says why it failed to start.',
    cause,
  })

export const workerLimit = (limit: string): AppError =>
  new AppError(
    'WORKER_LIMIT',
    'Function failed due to not having enough compute resources (please check logs)',
    { status: 546, hint: `The function exceeded its ${limit} limit.` },
  )

export const workerError = (): AppError =>
  new AppError('WORKER_ERROR', 'Function exited due to an error (please check logs)', {
    status: 500,
    hint: 'The log of the function contains the error.',
  })

export const invalidResponse = (cause: unknown): AppError =>
  new AppError('WORKER_ERROR', 'Function sent an invalid response (please check logs)', {
    status: 500,
    hint: 'The log of the function says what is wrong with the response.',
    cause,
  })

export const tooManyWorkers = (whose: string): AppError =>
  new AppError('TOO_MANY_FUNCTIONS', `${whose} already runs the maximum number of functions.`, {
    status: 503,
    hint: 'Try again in a few seconds.',
    retryAfter: 2,
  })

/** For requests of a process that is ended because its organization exceeds its share. */
export const displaced = (): AppError =>
  new AppError('TOO_MANY_FUNCTIONS', 'The installation needs this process for others.', {
    status: 503,
    hint: 'Try again in a few seconds. Functions that respond sooner occupy fewer processes.',
    retryAfter: 2,
  })

export const unavailable = (cause: unknown): AppError =>
  new AppError('RUNTIME_UNAVAILABLE', 'The function runtime is not installed.', {
    status: 503,
    hint: 'The operator can install it with "npm install" on a system that Deno supports.',
    cause,
  })
