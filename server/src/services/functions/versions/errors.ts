import { AppError } from '../../../lib/errors.ts'

export const functionNotFound = (): AppError =>
  new AppError('function_not_found', 'The project has no function with this name.', {
    status: 404,
    hint: 'List the functions of the project, or deploy the function first.',
  })

export const versionNotFound = (number: number, kept: number): AppError =>
  new AppError('version_not_found', `The function has no version ${number}.`, {
    status: 404,
    hint: `List its versions; the newest ${kept} are kept.`,
  })

export const otherVersion = (slug: string, active: number | undefined): AppError =>
  new AppError(
    'function_changed',
    active === undefined
      ? `The function ${slug} was deleted meanwhile.`
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
