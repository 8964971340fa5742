import { AppError } from '../lib/errors.ts'

/**
 * 403: the caller is known and may not do this. `permission` is what would allow it, for clients that
 * explain it in their own words.
 */
export const forbidden = (message: string, hint: string, permission?: string): AppError =>
  new AppError('forbidden', message, {
    status: 403,
    hint,
    ...(permission !== undefined && { details: { permission } }),
  })
