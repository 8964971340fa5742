import { z } from 'zod'
import { ApiError } from '../../data/client/api-error.ts'

const Details = z.array(z.object({ path: z.string(), message: z.string() }))

/**
 * The problems of an error response by field, as `invalid_request` lists them. Empty unless every
 * problem belongs to one of the fields `names`.
 */
export function fieldProblems(
  error: unknown,
  names: readonly string[],
): { name: string; message: string }[] {
  const details = Details.safeParse(error instanceof ApiError ? error.details : undefined)
  if (!details.success) return []
  const found = details.data.map(({ path, message }) => ({
    name: path.split('.')[0] ?? '',
    message: `${message}.`,
  }))
  return found.every(({ name }) => names.includes(name)) ? found : []
}
