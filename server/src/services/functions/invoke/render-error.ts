import { retryAfterHeader } from '../../../lib/retry-after.ts'
import type { AppError } from '../../../lib/errors.ts'
import { rawResponse } from '../../../lib/raw-response.ts'

/** The error as clients of functions expect it; `x-relay-error` says that it is not the function's. */
export const errorBody = ({ code, message, hint }: AppError) => ({
  code,
  message,
  ...(hint !== undefined && { hint }),
})

export const errorHeaders = (error: AppError): Readonly<Record<string, string>> => ({
  'x-relay-error': 'true',
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'x-relay-error, x-deno-execution-id, retry-after',
  ...retryAfterHeader(error),
})

/** Same as above, as the whole response to a handshake. */
export const errorHead = (error: AppError): string =>
  rawResponse({ status: error.status, headers: errorHeaders(error), body: errorBody(error) })
