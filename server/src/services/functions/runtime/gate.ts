import http, {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import https from 'node:https'
import type { Duplex } from 'node:stream'
import { AppError } from '../../../lib/errors.ts'
import { invalidRequest, noSuchApi, tooManyRequests } from '../../../lib/refusals.ts'
import { refuseSocket } from '../../../lib/refuse-socket.ts'
import { errorBody, errorHead, errorHeaders } from '../invoke/render-error.ts'
import { endToEnd } from './client/end-to-end.ts'
import { openAt, type Gate } from './gate-server.ts'
import { closingHead, switchingHead } from './raw-head.ts'

/** Connections of one process at the same time, and requests on them. */
const MAX_CONNECTIONS = 1000
const MAX_REQUESTS = 500

/** Where the API of a project is, and how much of it a process can use. */
export type GateOptions = {
  readonly apiUrl: string
  /**
   * Counts a call from function to function. Returns 0, or the seconds until another is allowed.
   */
  readonly admitCall: () => number
}

/**
 * Listens on a Unix socket and passes requests on to a project's API, and to nothing else: the API
 * can have an address of this machine, and all of those are closed to functions.
 */
export async function openGate(file: string, { apiUrl, admitCall }: GateOptions): Promise<Gate> {
  const api = new URL(apiUrl)
  const prefix = api.pathname === '/' ? '/' : `${api.pathname}/`
  const client = api.protocol === 'https:' ? https : http
  const isLocal = api.hostname === 'localhost' || api.hostname.endsWith('.localhost')

  let requests = 0

  /** Throws if the request must not be forwarded, because a function can write anything. */
  function pass(incoming: IncomingMessage, ofConnection: IncomingHttpHeaders) {
    const url = URL.parse(incoming.url ?? '/', 'http://project-api.invalid')
    if (url?.pathname.startsWith(prefix) !== true) throw notBelowApi()
    if (requests >= MAX_REQUESTS) throw tooMany()
    if (url.pathname.startsWith(`${prefix}functions/v1/`)) {
      const retryAfter = admitCall()
      if (retryAfter > 0) throw tooManyCalls(retryAfter)
    }
    return client.request({
      host: isLocal ? '127.0.0.1' : api.hostname,
      port: api.port === '' ? undefined : Number(api.port),
      servername: api.hostname,
      method: incoming.method,
      path: url.pathname + url.search,
      headers: { ...endToEnd(incoming.headers), ...ofConnection, host: api.host },
    })
  }

  function passRequest(incoming: IncomingMessage, response: ServerResponse): void {
    const isChunked = incoming.headers['transfer-encoding'] !== undefined
    const outgoing = pass(incoming, isChunked ? { 'transfer-encoding': 'chunked' } : {})
    requests += 1
    outgoing.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, endToEnd(answer.headers))
      answer.on('error', () => response.destroy())
      answer.pipe(response)
    })
    outgoing.on('error', () => {
      if (response.headersSent) response.destroy()
      else response.writeHead(502).end()
    })
    response.on('close', () => {
      requests -= 1
      outgoing.destroy()
    })
    incoming.pipe(outgoing)
  }

  function passUpgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer): void {
    const outgoing = pass(incoming, { connection: 'Upgrade', upgrade: incoming.headers.upgrade })
    // An accepted WebSocket counts only as a connection.
    requests += 1
    let isPending = true
    const answered = () => {
      if (isPending) requests -= 1
      isPending = false
    }
    socket.once('close', () => {
      answered()
      outgoing.destroy()
    })
    outgoing.on('upgrade', (answer, other, rest) => {
      answered()
      socket.write(switchingHead(answer))
      join(socket, other, { head, rest })
    })
    outgoing.on('response', (answer) => {
      socket.write(closingHead(answer))
      answer.pipe(socket, { end: false })
      answer.on('error', () => {})
      answer.once('close', () => {
        answered()
        refuseSocket(socket)
      })
    })
    outgoing.on('error', () => socket.destroy())
    outgoing.end()
  }

  const server = http.createServer((incoming, response) => {
    try {
      passRequest(incoming, response)
    } catch (error) {
      const refusal = refusalOf(error)
      incoming.resume()
      response
        .writeHead(refusal.status, { ...errorHeaders(refusal), 'content-type': 'application/json' })
        .end(JSON.stringify(errorBody(refusal)))
    }
  })
  server.on('upgrade', (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    try {
      passUpgrade(incoming, socket, head)
    } catch (error) {
      refuseSocket(socket, errorHead(refusalOf(error)))
    }
  })
  server.maxConnections = MAX_CONNECTIONS
  return openAt(file, server)
}

/** Node refuses to send a request with headers that it cannot write. */
const refusalOf = (error: unknown): AppError =>
  error instanceof AppError
    ? error
    : invalidRequest(
        'The request cannot be sent.',
        'Correct its method, URL and headers, and send it again.',
        { cause: error },
      )

const notBelowApi = () =>
  noSuchApi('The project has no API at this URL.', 'Use a path below SUPABASE_URL.')

const tooMany = () =>
  tooManyRequests(
    `The function already has ${MAX_REQUESTS} requests to the project’s API in progress.`,
  )

const tooManyCalls = (retryAfter: number) =>
  new AppError('too_many_nested_calls', 'The functions of this project call functions too often.', {
    status: 429,
    hint: 'Check that no function calls itself without end, or call functions less often.',
    retryAfter,
  })

/** Connects two sockets after a handshake; the end of one is the end of both. */
export function join(
  one: Duplex,
  other: Duplex,
  { head, rest }: { readonly head: Buffer; readonly rest: Buffer },
): void {
  if (head.length > 0) other.write(head)
  if (rest.length > 0) one.write(rest)
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.on('error', () => to.destroy())
    from.on('close', () => to.destroy())
    from.pipe(to)
  }
}
