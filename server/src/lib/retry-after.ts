import type { AppError } from './errors.ts'

/** The header that says after how many seconds a request may succeed, if its error knows. */
export const retryAfterHeader = ({
  retryAfter,
}: Pick<AppError, 'retryAfter'>): Readonly<Record<string, string>> =>
  retryAfter === undefined ? {} : { 'retry-after': String(Math.ceil(retryAfter)) }
