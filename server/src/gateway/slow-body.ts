import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../lib/errors.ts'

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
    // The server has not read what has arrived, so the client may not be able to send more.
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
