import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { Duplex } from 'node:stream'
import { openAt, type Gate } from './gate-server.ts'
import { closingHead, switchingHead } from './raw-head.ts'

/**
 * Listens on a Unix socket and passes requests on to a project's API, and to nothing else: the API
 * can have an address of this machine, and all of those are closed to functions.
 */
export async function openGate(file: string, apiUrl: string): Promise<Gate> {
  const api = new URL(apiUrl)
  const prefix = api.pathname === '/' ? '/' : `${api.pathname}/`
  const client = api.protocol === 'https:' ? https : http
  const isLocal = api.hostname === 'localhost' || api.hostname.endsWith('.localhost')

  function pass(incoming: IncomingMessage) {
    const url = new URL(incoming.url ?? '/', 'http://project-api.invalid')
    if (!url.pathname.startsWith(prefix)) return undefined
    return client.request({
      host: isLocal ? '127.0.0.1' : api.hostname,
      port: api.port === '' ? undefined : Number(api.port),
      servername: api.hostname,
      method: incoming.method,
      path: url.pathname + url.search,
      headers: { ...incoming.headers, host: api.host },
    })
  }

  const server = http.createServer((incoming, response) => {
    const outgoing = pass(incoming)
    if (!outgoing) return void response.writeHead(404).end()
    outgoing.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.on('error', () => response.destroy())
      answer.pipe(response)
    })
    outgoing.on('error', () => {
      if (response.headersSent) response.destroy()
      else response.writeHead(502).end()
    })
    response.on('close', () => outgoing.destroy())
    incoming.pipe(outgoing)
    return undefined
  })
  server.on('upgrade', (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    const outgoing = pass(incoming)
    if (!outgoing) return void socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n')
    outgoing.on('upgrade', (answer, other, rest) => {
      socket.write(switchingHead(answer))
      join(socket, other, { head, rest })
    })
    outgoing.on('response', (answer) => {
      socket.write(closingHead(answer))
      answer.pipe(socket)
    })
    outgoing.on('error', () => socket.destroy())
    outgoing.end()
    return undefined
  })
  return openAt(file, server)
}

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
