import { STATUS_CODES } from 'node:http'
import type { AppError } from '../../../lib/errors.ts'

/** The error as clients of functions expect it; `x-relay-error` says that it is not the function's. */
export const errorBody = ({ code, message, hint }: AppError) => ({
  code,
  message,
  ...(hint !== undefined && { hint }),
})

export const errorHeaders = ({ retryAfter }: AppError): Readonly<Record<string, string>> => ({
  'x-relay-error': 'true',
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'x-relay-error, x-deno-execution-id, retry-after',
  ...(retryAfter !== undefined && { 'retry-after': `${retryAfter}` }),
})

/** The same as the whole response to a handshake. */
export function errorHead(error: AppError): string {
  const body = JSON.stringify(errorBody(error))
  const headers = {
    ...errorHeaders(error),
    'content-type': 'application/json; charset=utf-8',
    'content-length': `${Buffer.byteLength(body)}`,
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const status = `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status] ?? 'Refused'}`
  return [status, ...lines, '', body].join('\r\n')
}
