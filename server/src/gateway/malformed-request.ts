import type { Socket } from 'node:net'
import type { ErrorBody } from '@stoa/contract/errors'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../lib/errors.ts'
import { rawResponse, type RawResponse } from '../lib/raw-response.ts'
import { refuseSocket } from '../lib/refuse-socket.ts'
import type { Service } from '../project/service.ts'

const refusal = (status: number, body: ErrorBody): RawResponse => ({ status, body })

/**
 * Maximum size of a request's URL and headers, in bytes. Filters with lists of ids make URLs long;
 * PostgREST's own server accepts 50 kilobytes, Node accepts 16 by default.
 */
export const MAX_HEAD_BYTES = 64 * 1024

const TOO_LONG = refusal(431, {
  code: 'request_too_long',
  message: 'The URL and headers of the request are larger than 64 KB.',
  hint: 'Send long lists in the body of a POST request to a database function.',
})
const TOO_SLOW = refusal(408, {
  code: 'request_too_slow',
  message: 'The request was not received in time.',
  hint: 'Send it again.',
})
const MALFORMED = refusal(400, {
  code: 'malformed_request',
  message: 'The request is not valid HTTP.',
  hint: 'Check the URL for characters that must be percent-encoded.',
})
export const NETWORK_FULL: RawResponse = {
  status: 429,
  headers: { 'retry-after': '5' },
  body: {
    code: 'too_many_connections',
    message: 'Your network has too many open connections to this server.',
    hint: 'Close some of them, or reuse a connection for several requests.',
  },
}
export const SERVER_FULL: RawResponse = {
  status: 503,
  headers: { 'retry-after': '5' },
  body: {
    code: 'server_full',
    message: 'The server has too many open connections.',
    hint: 'Try again in a few seconds.',
  },
}
const REFUSALS: ReadonlyMap<string, RawResponse> = new Map(
  Object.entries({
    HPE_HEADER_OVERFLOW: TOO_LONG,
    ERR_HTTP_REQUEST_TIMEOUT: TOO_SLOW,
  }),
)

/** Matches the request line. */
const REQUEST_LINE = /^([!#$%&'*+.^_`|~\w-]{1,40}) (\S+) HTTP\/1\.[01]\r?\n/

/** Matches the service in a path, on a project's own host or under `/p/<ref>`. */
const SERVICE = /^(?:\/p\/[^/]+)?\/([a-z]+)\/v1(?:[/?]|$)/

/** Returns the refusal of an unknown method, which Node's parser rejects before any route. */
function unknownMethod(bytes: unknown, services: readonly Service[]): RawResponse | undefined {
  const text = Buffer.isBuffer(bytes) ? bytes.toString('latin1') : ''
  const [, method, path] = REQUEST_LINE.exec(text) ?? []
  if (method === undefined || path === undefined) return undefined
  const name = SERVICE.exec(path)?.[1]
  const own = services.find((service) => service.name === name)?.publicDoor?.refuseMethod
  return (
    own?.(method) ??
    refusal(501, {
      code: 'unsupported_method',
      message: `Unsupported HTTP method: ${method}.`,
      hint: 'Use an HTTP method such as GET or POST.',
    })
  )
}

const refused = new WeakSet<Socket>()

/**
 * Refuses bytes that Node could not parse as a request, and closes their connection. Fastify has no
 * request to reply to, so the response is written to the socket. Any web page can read it, because
 * it reveals nothing.
 */
export const createMalformedRequestHandler =
  (services: readonly Service[]) =>
  (error: { readonly code?: string; readonly rawPacket?: unknown }, socket: Socket): void => {
    if (error.code === 'ECONNRESET') return void socket.destroy()
    // Node reports the error again for every chunk that follows.
    if (refused.has(socket)) return
    if (!socket.writable) return void socket.destroy()
    refused.add(socket)
    const known =
      error.code === 'HPE_INVALID_METHOD'
        ? unknownMethod(error.rawPacket, services)
        : REFUSALS.get(error.code ?? '')
    refuseSocket(socket, write(known ?? MALFORMED))
  }

/** Closes a new connection immediately, because it would take up a slot while it lingered. */
export function refuseConnection(socket: Socket, reason: RawResponse): void {
  socket.on('error', () => {})
  socket.write(write(reason))
  socket.destroy()
}

const write = ({ headers, ...response }: RawResponse): string =>
  rawResponse({ ...response, headers: { 'access-control-allow-origin': '*', ...headers } })

/**
 * Handles two kinds of request that Node would refuse without an explanation. A request without a
 * host gets an error with a code; the server needs `requireHostHeader: false` for that (RFC 9112,
 * 3.2). A request with an unknown expectation is served as if it had none (RFC 9110, 10.1.1).
 */
export function handleUnusualRequests(app: FastifyInstance): void {
  app.server.on('checkExpectation', (request, response) => {
    app.server.emit('request', request, response)
  })
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.headers.host !== undefined || request.raw.httpVersion !== '1.1') return done()
    const message = 'The request is missing the Host header.'
    const hint = 'Send a Host header, which HTTP/1.1 requires.'
    done(new AppError('missing_host', message, { status: 400, hint }))
  })
}
