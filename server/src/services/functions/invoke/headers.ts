import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Worker } from '../runtime/worker.ts'

/** They concern one connection (RFC 9110, 7.6.1), as do those that `Connection` names. */
const HOP_BY_HOP = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]

/** The headers that are passed on from one side to the other. */
export function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const named = headers.connection?.toLowerCase().split(',') ?? []
  const dropped = new Set([...HOP_BY_HOP, ...named.map((name) => name.trim())])
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !dropped.has(name)))
}

/** What the log of invocations keeps, because it contains no secrets of clients. */
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

/** What the function gets to know of the client, and what it gets of the platform. */
export function requestHeaders(
  { headers, socket }: IncomingMessage,
  { executionId }: Worker,
): IncomingHttpHeaders {
  const address = socket.remoteAddress ?? ''
  const before = headers['x-forwarded-for']
  return {
    ...endToEnd(headers),
    'x-forwarded-for': before === undefined ? address : `${String(before)}, ${address}`,
    'x-deno-execution-id': executionId,
  }
}
