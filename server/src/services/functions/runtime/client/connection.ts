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

/** The bytes that arrived together with the end of a head. */
type Received = { readonly rest: Buffer; readonly isAscii: boolean }

const END_OF_HEAD = '\r\n\r\n'
const NOTHING: Buffer = Buffer.alloc(0)

/** @param isFree is called after each exchange that leaves the connection usable. */
export function createConnection(socket: Socket, isFree: () => void): Connection {
  let running: Running | undefined
  /** The part of a head that has arrived. */
  let beginning: Buffer = NOTHING

  function fail(error: Error): void {
    const failed = running
    running = undefined
    socket.destroy()
    failed?.upload?.stop()
    failed?.refuse(error)
    failed?.body?.destroy(error)
  }

  function finish(exchange: Running, rest: Buffer): void {
    running = undefined
    exchange.body?.push(null)
    const isUploading = exchange.upload?.isDone() === false
    if (isUploading || rest.length > 0 || exchange.head?.keepsOpen === false) {
      socket.destroy()
      exchange.upload?.stop()
      return
    }
    socket.resume()
    isFree()
  }

  function receiveHead(exchange: Running, bytes: Buffer): void {
    const all = beginning.length === 0 ? bytes : Buffer.concat([beginning, bytes])
    const end = all.indexOf(END_OF_HEAD)
    if ((end < 0 ? all.length : end) > MAX_HEAD_BYTES)
      throw new MalformedResponse('The head is too long')
    beginning = end < 0 ? all : NOTHING
    if (end < 0) return
    const head = parseHead(all.toString('latin1', 0, end), exchange.method)
    const rest = all.subarray(end + END_OF_HEAD.length)
    if (head.status === 101) throw new MalformedResponse('Nobody asked for another protocol')
    if (head.status >= 200) return begin(exchange, head, { rest, isAscii: isAscii(all) })
    // An interim response, before the one that counts.
    if (rest.length > 0) receiveHead(exchange, rest)
  }

  function begin(exchange: Running, head: ResponseHead, { rest, isAscii }: Received): void {
    const { status, headers, framing } = head
    exchange.head = head
    exchange.decode = createBodyDecoder(framing)
    const parts: Buffer[] = []
    const behind = exchange.decode(rest, (part) => void parts.push(part))
    if (behind) {
      const [only = NOTHING] = parts
      const body = parts.length > 1 ? Buffer.concat(parts) : only
      exchange.settle({ status, headers, body, isAscii })
      return finish(exchange, behind)
    }
    exchange.body = createBody(exchange)
    for (const part of parts) exchange.body.push(part)
    exchange.settle({ status, headers, body: exchange.body, isAscii: false })
  }

  function createBody(exchange: Running): Readable {
    const body = new Readable({
      read() {
        if (running === exchange) socket.resume()
      },
      destroy(error, done) {
        if (running === exchange) fail(error ?? new Error('The response is not wanted'))
        done(error)
      },
    })
    // The connection can fail before anybody listens.
    return body.on('error', () => {})
  }

  function receive(bytes: Buffer): void {
    // No request is in flight.
    if (!running) return fail(new MalformedResponse('A response without a request'))
    const { decode, body } = running
    if (!decode) return receiveHead(running, bytes)
    const behind = decode(bytes, (part) => {
      if (body?.push(part) === false) socket.pause()
    })
    if (behind) finish(running, behind)
  }

  socket.on('data', (bytes: Buffer) => {
    try {
      receive(bytes)
    } catch (error) {
      fail(error as MalformedResponse)
    }
  })
  socket.on('drain', () => running?.upload?.resume())
  socket.on('end', () => {
    if (running?.head?.framing === 'until close') finish(running, NOTHING)
  })
  socket.on('error', fail)
  socket.on('close', () => fail(new IncompleteResponse('The connection was closed')))

  return {
    isOpen: () => socket.writable,
    send(head, request) {
      const { method, body } = request
      const { promise, resolve, reject } = Promise.withResolvers<ClientResponse>()
      promise.catch(() => {})
      const exchange: Running = { method, settle: resolve, refuse: reject }
      running = exchange
      if (body !== undefined) socket.cork()
      socket.write(head, 'latin1')
      if (body instanceof Readable)
        exchange.upload = sendUpload(body, {
          socket,
          isChunked: isChunked(request),
          onCut() {
            if (running === exchange) fail(new Error('The request was cut off'))
          },
        })
      else if (body) socket.write(body)
      if (body !== undefined) socket.uncork()
      return {
        response: promise,
        destroy(reason) {
          if (running === exchange) fail(reason ?? new Error('The request was ended'))
        },
      }
    },
    close: () => fail(new Error('The process has ended')),
  }
}
