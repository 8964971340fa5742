import { AppError } from '../../lib/errors.ts'

export const functionNotFound = (): AppError =>
  new AppError('edge_function_not_found', 'The project has no function with this name.', {
    status: 404,
    hint: 'List the functions of the project, or deploy the function first.',
  })

/** 400: the files of a deployment cannot become a version. */
export const invalidBundle = (
  message: string,
  hint = 'Change the files and deploy again.',
  cause?: unknown,
): AppError => new AppError('invalid_bundle', message, { status: 400, hint, cause })

export const versionNotFound = (number: number, kept: number): AppError =>
  new AppError('version_not_found', `The function has no version ${number}.`, {
    status: 404,
    hint: `List its versions; the newest ${kept} are kept.`,
  })

export const otherVersion = (slug: string, active: number | undefined): AppError =>
  new AppError(
    'function_changed',
    active === undefined
      ? `The function ${slug} was deleted after you opened it.`
      : `Version ${active} of ${slug} is active, which is not the version you started from.`,
    {
      status: 409,
      hint: 'Compare your changes with the active version, then deploy again.',
    },
  )

export const invalidSlug = (): AppError =>
  new AppError('invalid_function_name', 'This is not a valid function name.', {
    status: 400,
    hint: 'Use a letter, then up to 47 letters, digits, "_" and "-".',
  })

export const tooManyFunctions = (max: number): AppError =>
  new AppError('too_many_functions', `A project has at most ${max} functions.`, {
    status: 422,
    hint: 'Delete a function that is no longer used.',
  })

export const tooManyDeployments = (): AppError =>
  new AppError('too_many_deployments', 'Too many deployments are waiting.', {
    status: 429,
    hint: 'Wait until the others are done, then deploy again.',
    retryAfter: 5,
  })

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
