import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../lib/errors.ts'

/** A body up to this length fits into the request's buffer, so that it arrives without a reader. */
const MAX_SMALL_BYTES = 32 * 1024
const SMALL_DEADLINE_MS = 30_000

/**
 * Waits for a small body before the request keeps a project awake, so that a client cannot keep it
 * awake by sending slowly. Undefined if there is nothing to wait for. Rejects with 408
 * `request_too_slow` at the deadline.
 */
export function smallBody(
  { raw }: FastifyRequest,
  reply: FastifyReply,
  deadlineMs = SMALL_DEADLINE_MS,
): Promise<void> | undefined {
  const length = Number(raw.headers['content-length'] ?? 0)
  if (raw.complete || !(length > 0) || length > MAX_SMALL_BYTES) return undefined
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      stop()
      void reply.header('connection', 'close')
      reject(tooSlow())
    }, deadlineMs)
    raw.on('readable', check)
    raw.once('close', end)

    function check(): void {
      if (raw.complete) end()
    }
    function end(): void {
      stop()
      resolve()
    }
    function stop(): void {
      clearTimeout(late)
      raw.off('readable', check)
      raw.off('close', end)
    }
  })
}

export type BodyRate = {
  readonly intervalMs: number
  /** Bytes that must arrive in each interval. */
  readonly minBytes: number
  /** After this time, the whole body so far must have arrived at the average rate. */
  readonly graceMs: number
  /** Bytes per second. */
  readonly minAverage: number
}

/**
 * At least 500 bytes per second in an interval long enough for a mobile connection that stalls, and
 * on average 16 kilobytes per second after the first minute.
 */
const MIN_RATE: BodyRate = {
  intervalMs: 20_000,
  minBytes: 10_000,
  graceMs: 60_000,
  minAverage: 16_000,
}

/**
 * Refuses a request with 408 `request_too_slow` and closes its connection while its body arrives too
 * slowly: a request keeps its project awake until it has its response, so a few bodies sent byte
 * by byte would keep it awake for hours. The average gives every body a deadline that grows with its
 * length, so that large uploads can take as long as they need.
 */
export function refuseSlowBodies(app: FastifyInstance, rate: BodyRate = MIN_RATE): void {
  // `preParsing` hooks run after those that wake the project, so waiting for it does not count.
  app.addHook('preParsing', (request, reply, payload, done) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
    const hasBody = length !== undefined || encoding !== undefined
    if (hasBody && !request.raw.complete) watch(request, reply, rate)
    done(null, payload)
  })
}

function watch({ raw }: FastifyRequest, reply: FastifyReply, rate: BodyRate): void {
  let counted = raw.socket.bytesRead
  let total = 0
  let waitedMs = 0
  const timer = setInterval(() => {
    const arrived = raw.socket.bytesRead - counted
    counted += arrived
    total += arrived
    if (raw.complete) return clearInterval(timer)
    // The server itself has not read what arrived, so the client may be unable to send more.
    if (raw.readableLength > 0) return
    waitedMs += rate.intervalMs
    const expected = ((waitedMs - rate.graceMs) / 1000) * rate.minAverage
    if (arrived >= rate.minBytes && total >= expected) return
    clearInterval(timer)
    refuse()
  }, rate.intervalMs)
  timer.unref()
  reply.raw.once('close', () => clearInterval(timer))

  function refuse(): void {
    // A response that has begun cannot be replaced by a refusal.
    if (reply.sent || reply.raw.headersSent) return void raw.destroy()
    void reply.header('connection', 'close').send(tooSlow())
  }
}

export const tooSlow = (): AppError =>
  new AppError('request_too_slow', 'The request body arrived too slowly.', {
    status: 408,
    hint: 'Check the connection and send the request again.',
  })

/** How long a response waits for the rest of a body that no route will read, in milliseconds. */
const LINGER_MS = 10_000

/**
 * Makes sure that a client whose body is refused before it was read receives the refusal. Closing a
 * connection with unread bytes resets it, and the client loses the response (RFC 9112, 9.6). Fastify
 * closes the connection after a body that is too large; kept open, Node reads and discards the rest.
 * If the client itself asked to close the connection, as HTTP/1.0 proxies do, the response waits
 * until the rest has been read, unless the body is refused because it arrives too slowly.
 */
export function keepConnectionOfRefusedBody(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!reply.raw.shouldKeepAlive && !request.raw.complete && reply.statusCode !== 408)
      return discardRest(request.raw, () => done(null, payload))
    if (reply.raw.shouldKeepAlive && reply.statusCode === 413) reply.removeHeader('connection')
    done(null, payload)
  })
}

/** Reads a body without keeping it. Calls back when it has ended, was cut off or takes too long. */
function discardRest(body: IncomingMessage, done: () => void): void {
  const late = setTimeout(over, LINGER_MS)
  body.once('close', over)
  body.resume()

  function over(): void {
    clearTimeout(late)
    body.off('close', over)
    done()
  }
}
