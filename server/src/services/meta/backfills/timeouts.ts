import { AppError } from '../../../lib/errors.ts'

const CODES = new Set(['lock_timeout', 'query_timeout'])

/** Whether a statement waited for a lock, or ran, for as long as it may. */
export const isTimeout = (error: unknown): boolean =>
  error instanceof AppError && CODES.has(error.code)
