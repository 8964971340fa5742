import { ApiError } from '../../data/client/api-error.ts'

/**
 * The problems of an error response by field, as `invalid_request` lists them. Empty unless every
 * problem belongs to one of the fields `names`.
 */
export function fieldProblems(
  error: unknown,
  names: readonly string[],
): { name: string; message: string }[] {
  const details = error instanceof ApiError ? error.details : undefined
  if (!Array.isArray(details) || !details.every(isProblem)) return []
  const found = details.map(({ path, message }) => ({
    name: path.split('.')[0] ?? '',
    message: `${message}.`,
  }))
  return found.every(({ name }) => names.includes(name)) ? found : []
}

const isProblem = (detail: unknown): detail is { path: string; message: string } =>
  typeof detail === 'object' &&
  detail !== null &&
  'path' in detail &&
  typeof detail.path === 'string' &&
  'message' in detail &&
  typeof detail.message === 'string'
