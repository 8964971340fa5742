import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { endToEnd } from '../runtime/client/end-to-end.ts'
import type { Worker } from '../runtime/worker.ts'

/** Headers that the log of invocations keeps, because they contain no secrets of clients. */
const LOGGED = [
  'content-length',
  'content-type',
  'host',
  'origin',
  'user-agent',
  'x-client-info',
  'x-region',
]
const LONGEST_LOGGED = 200

export const loggedHeaders = (headers: IncomingHttpHeaders): Readonly<Record<string, string>> =>
  Object.fromEntries(
    LOGGED.flatMap((name) => {
      const value = headers[name]
      return typeof value === 'string' ? [[name, value.slice(0, LONGEST_LOGGED)]] : []
    }),
  )

/** Headers that tell the function about its client and the platform. */
export function requestHeaders(
  { headers, socket }: IncomingMessage,
  { executionId }: Worker,
): IncomingHttpHeaders {
  const address = socket.remoteAddress ?? ''
  const passed = endToEnd(headers)
  const before = passed['x-forwarded-for']
  passed['x-forwarded-for'] = before === undefined ? address : `${String(before)}, ${address}`
  passed['x-deno-execution-id'] = executionId
  return passed
}
