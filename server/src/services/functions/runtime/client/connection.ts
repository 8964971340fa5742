import { isAscii } from 'node:buffer'
import type { IncomingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { createBodyDecoder, type DecodeBody } from './body-decoder.ts'
import { IncompleteResponse, MalformedResponse } from './response-errors.ts'
import { isChunked, type ClientRequest } from './request.ts'
import { MAX_HEAD_BYTES, parseHead, type ResponseHead } from './response-head.ts'
import { sendUpload, type Upload } from './upload.ts'

export type ClientResponse = {
  readonly status: number
  /** Without the connection's own headers. */
  readonly headers: IncomingHttpHeaders
  /** A body that arrived together with the head is complete. */
  readonly body: Buffer | Readable
  /** Whether the whole response is ASCII text, which is forwarded in one piece. */
  readonly isAscii: boolean
}

export type Exchange = {
  readonly response: Promise<ClientResponse>
  /** Closes the connection, so that the process notices; without effect after the end. */
  destroy(reason?: Error): void
}

/** A connection that has one request at a time. */
export type Connection = {
  isOpen(): boolean
  /** Sends a request after its head. */
  send(head: string, request: ClientRequest): Exchange
  close(): void
}

type Running = {
  readonly method: string
  readonly settle: (response: ClientResponse) => void
  readonly refuse: (error: Error) => void
  upload?: Upload
  head?: ResponseHead
  decode?: DecodeBody
  body?: Readable
}

/** A head, and the bytes that arrived together with its end. */
type Received = { readonly head: ResponseHead; readonly rest: Buffer; readonly isAscii: boolean }

const END_OF_HEAD = '\r\n\r\n'
const NOTHING: Buffer = Buffer.alloc(0)

type ConnectionState = {
  readonly socket: Socket
  /** Called after each exchange that leaves the connection usable. */
  readonly isFree: () => void
  running: Running | undefined
  /** The part of a head that has arrived. */
  beginning: Buffer
}

/** @param isFree is called after each exchange that leaves the connection usable. */
export function createConnection(socket: Socket, isFree: () => void): Connection {
  const connection: ConnectionState = { socket, isFree, running: undefined, beginning: NOTHING }
  socket.on('data', (bytes: Buffer) => {
    try {
      receive(connection, bytes)
    } catch (error) {
      fail(connection, error as MalformedResponse)
    }
  })
  socket.on('drain', () => connection.running?.upload?.resume())
  socket.on('end', () => {
    const { running } = connection
    if (running?.head?.framing === 'until close') finish(connection, running, NOTHING)
  })
  socket.on('error', (error) => fail(connection, error))
  socket.on('close', () => fail(connection, new IncompleteResponse('The connection was closed')))
  return {
    isOpen: () => socket.writable,
    send: (head, request) => send(connection, head, request),
    close: () => fail(connection, new Error('The process has ended')),
  }
}

function send(connection: ConnectionState, head: string, request: ClientRequest): Exchange {
  const { socket } = connection
  const { method, body } = request
  const { promise, resolve, reject } = Promise.withResolvers<ClientResponse>()
  promise.catch(() => {})
  const exchange: Running = { method, settle: resolve, refuse: reject }
  connection.running = exchange
  if (body !== undefined) socket.cork()
  socket.write(head, 'latin1')
  if (body instanceof Readable)
    exchange.upload = sendUpload(body, {
      socket,
      isChunked: isChunked(request),
      onCut() {
        if (connection.running === exchange) fail(connection, new Error('The request was cut off'))
      },
    })
  else if (body) socket.write(body)
  if (body !== undefined) socket.uncork()
  return {
    response: promise,
    destroy(reason) {
      if (connection.running === exchange)
        fail(connection, reason ?? new Error('The request was ended'))
    },
  }
}

function receive(connection: ConnectionState, bytes: Buffer): void {
  const { running, socket } = connection
  // No request is in flight.
  if (!running) return fail(connection, new MalformedResponse('A response without a request'))
  const { decode, body } = running
  if (!decode) return receiveHead(connection, running, bytes)
  const rest = decode(bytes, (part) => {
    if (body?.push(part) === false) socket.pause()
  })
  if (rest) finish(connection, running, rest)
}

function receiveHead(connection: ConnectionState, exchange: Running, bytes: Buffer): void {
  const { beginning } = connection
  const all = beginning.length === 0 ? bytes : Buffer.concat([beginning, bytes])
  const end = all.indexOf(END_OF_HEAD)
  if ((end < 0 ? all.length : end) > MAX_HEAD_BYTES)
    throw new MalformedResponse('The head is too long')
  connection.beginning = end < 0 ? all : NOTHING
  if (end < 0) return
  const head = parseHead(all.toString('latin1', 0, end), exchange.method)
  const rest = all.subarray(end + END_OF_HEAD.length)
  if (head.status === 101) throw new MalformedResponse('Nobody asked for another protocol')
  if (head.status >= 200) return begin(connection, exchange, { head, rest, isAscii: isAscii(all) })
  // An interim response, before the one that counts.
  if (rest.length > 0) receiveHead(connection, exchange, rest)
}

function begin(connection: ConnectionState, exchange: Running, received: Received): void {
  const { head, rest, isAscii } = received
  const { status, headers, framing } = head
  exchange.head = head
  exchange.decode = createBodyDecoder(framing)
  const parts: Buffer[] = []
  const next = exchange.decode(rest, (part) => void parts.push(part))
  if (next) {
    const [only = NOTHING] = parts
    const body = parts.length > 1 ? Buffer.concat(parts) : only
    exchange.settle({ status, headers, body, isAscii })
    return finish(connection, exchange, next)
  }
  exchange.body = createBody(connection, exchange)
  for (const part of parts) exchange.body.push(part)
  exchange.settle({ status, headers, body: exchange.body, isAscii: false })
}

function createBody(connection: ConnectionState, exchange: Running): Readable {
  const body = new Readable({
    read() {
      if (connection.running === exchange) connection.socket.resume()
    },
    destroy(error, done) {
      if (connection.running === exchange)
        fail(connection, error ?? new Error('The response is not wanted'))
      done(error)
    },
  })
  // The connection can fail before anybody listens.
  return body.on('error', () => {})
}

/** @param rest arrived after the response. */
function finish(connection: ConnectionState, exchange: Running, rest: Buffer): void {
  const { socket } = connection
  connection.running = undefined
  exchange.body?.push(null)
  const isUploading = exchange.upload?.isDone() === false
  if (isUploading || rest.length > 0 || exchange.head?.keepsOpen === false) {
    socket.destroy()
    exchange.upload?.stop()
    return
  }
  socket.resume()
  connection.isFree()
}

function fail(connection: ConnectionState, error: Error): void {
  const failed = connection.running
  connection.running = undefined
  connection.socket.destroy()
  failed?.upload?.stop()
  failed?.refuse(error)
  failed?.body?.destroy(error)
}
