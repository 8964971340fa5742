import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorBody } from '@stoa/contract/errors'

type Refusal = ErrorBody & { readonly status: number }

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

/** How long a client may go on sending what nobody reads, in milliseconds. */
const LINGER_MS = 10_000
const answered = new WeakSet<Socket>()

/**
 * Answers bytes that Node could not read as a request, and ends their connection. There is no
 * request to reply to, so the answer is written as it is; any page may read it, as it tells nothing.
 * What the client sends behind them is taken and forgotten until it ends: a connection that closes
 * over bytes it has not taken is reset, and the client loses the answer (RFC 9112, 9.6).
 */
export function answerUnreadable(error: { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET') return void socket.destroy()
  // Node tells again of every piece that follows.
  if (answered.has(socket)) return
  if (!socket.writable) return void socket.destroy()
  answered.add(socket)
  const late = setTimeout(() => socket.destroy(), LINGER_MS)
  socket.once('close', () => clearTimeout(late))
  const { status, ...refusal } = REFUSALS[error.code ?? ''] ?? UNREADABLE
  const body = JSON.stringify(refusal)
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'access-control-allow-origin: *',
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}
