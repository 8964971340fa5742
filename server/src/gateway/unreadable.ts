import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorBody } from '@stoa/contract/errors'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../lib/errors.ts'

type Refusal = Omit<ErrorBody, 'hint'> & { readonly status: number; readonly hint?: string | null }

/**
 * The longest head of a request, in bytes: its address and headers. Lists of ids make addresses long;
 * PostgREST's own server takes 50 kilobytes, Node's 16 unless it is told.
 */
export const MAX_HEAD_BYTES = 64 * 1024

const TOO_LONG: Refusal = {
  status: 431,
  code: 'request_too_long',
  message: 'The address and the headers of the request are longer than 64 kilobytes.',
  hint: 'Send long lists in the body: to a database function, with POST.',
}
const TOO_SLOW: Refusal = {
  status: 408,
  code: 'request_too_slow',
  message: 'The request did not arrive in time.',
  hint: 'Send it again.',
}
const UNREADABLE: Refusal = {
  status: 400,
  code: 'malformed_request',
  message: 'The request is not valid HTTP.',
  hint: 'Check the address for characters that have to be percent-encoded.',
}
const REFUSALS: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: TOO_LONG,
  ERR_HTTP_REQUEST_TIMEOUT: TOO_SLOW,
}

/** The first line of a request, where it is one. */
const REQUEST_LINE = /^([!#$%&'*+.^_`|~\w-]{1,40}) (\S+) HTTP\/1\.[01]\r?\n/

/** A method that Node does not know. It can be routed nowhere, so what the Data API says is said here. */
function unknownMethod(bytes: unknown): Refusal | undefined {
  const text = Buffer.isBuffer(bytes) ? bytes.toString('latin1') : ''
  const [, method, path] = REQUEST_LINE.exec(text) ?? []
  if (method === undefined || path === undefined) return undefined
  const message = `Unsupported HTTP method: ${method}`
  if (/\/rest\/v1\//.test(path))
    return { status: 405, code: 'PGRST117', message, details: null, hint: null }
  const hint = 'Use a method of HTTP, such as GET or POST.'
  return { status: 501, code: 'unsupported_method', message: `${message}.`, hint }
}

/** How long a client may go on sending what nobody reads, in milliseconds. */
const LINGER_MS = 10_000
const answered = new WeakSet<Socket>()

/**
 * Answers bytes that Node could not read as a request, and ends their connection. There is no
 * request to reply to, so the answer is written as it is; any page may read it, as it tells nothing.
 * What the client sends behind them is taken and forgotten until it ends: a connection that closes
 * over bytes it has not taken is reset, and the client loses the answer (RFC 9112, 9.6).
 */
export function answerUnreadable(
  error: { readonly code?: string; readonly rawPacket?: unknown },
  socket: Socket,
): void {
  if (error.code === 'ECONNRESET') return void socket.destroy()
  // Node tells again of every piece that follows.
  if (answered.has(socket)) return
  if (!socket.writable) return void socket.destroy()
  answered.add(socket)
  const late = setTimeout(() => socket.destroy(), LINGER_MS)
  socket.once('close', () => clearTimeout(late))
  const known =
    error.code === 'HPE_INVALID_METHOD'
      ? unknownMethod(error.rawPacket)
      : REFUSALS[error.code ?? '']
  const { status, ...refusal } = known ?? UNREADABLE
  const body = JSON.stringify(refusal)
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'access-control-allow-origin: *',
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
      ...(refusal.code.startsWith('PGRST')
        ? [`proxy-status: PostgREST; error=${refusal.code}`]
        : []),
      '',
      body,
    ].join('\r\n'),
  )
}

/**
 * Answers what Node would refuse by itself, without a word: a request that names no host (for which
 * the server needs `requireHostHeader: false`; RFC 9112, 3.2), and one with an expectation other than
 * `100-continue`, which may be passed over (RFC 9110, 10.1.1).
 */
export function answerUnusual(app: FastifyInstance): void {
  app.server.on('checkExpectation', (request, response) => {
    app.server.emit('request', request, response)
  })
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.headers.host !== undefined || request.raw.httpVersion !== '1.1') return done()
    const message = 'The request does not say which host it is for.'
    const hint = 'Send the header "Host", as every client of HTTP/1.1 does.'
    done(new AppError('missing_host', message, { status: 400, hint }))
  })
}
