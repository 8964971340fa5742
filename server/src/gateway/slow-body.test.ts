import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { silentLog } from '../lib/log.ts'
import { renderError } from './errors.ts'
import { keepConnectionOfRefusedBody, refuseSlowBodies } from './request-body.ts'

/** Minutes, because polling moves the clock only by milliseconds. */
const RATE = { intervalMs: 60_000, minBytes: 100, graceMs: 600_000, minAverage: 5 }
const AVERAGE_BYTES = (RATE.intervalMs / 1000) * RATE.minAverage

let app: FastifyInstance
let port = 0
/** Requests without a complete response: each would hold a lease on its project. */
let held = 0

beforeAll(async () => {
  app = Fastify({ forceCloseConnections: true })
  app.setErrorHandler(renderError(silentLog))
  keepConnectionOfRefusedBody(app)
  refuseSlowBodies(app, RATE)
  app.addHook('onRequest', (_request, reply, done) => {
    held += 1
    reply.raw.once('close', () => (held -= 1))
    done()
  })
  app.post('/parsed', (request) => ({ received: request.body }))
  await app.register(async (scope) => {
    scope.addContentTypeParser('*', (_request, body, done) => done(null, body))
    scope.post('/unread', () => new Promise(() => {}))
    scope.post('/echoed', (request, reply) => reply.send(Readable.from(request.raw)))
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  port = typeof address === 'object' && address ? address.port : 0
})
afterAll(() => app.close())
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

/** A client whose request has been received up to the end of `start`, with `length` bytes of body announced. */
async function begin(path: string, start: string, { length = 1000, close = false } = {}) {
  const connected = once(app.server, 'connection')
  const client = connect(port, '127.0.0.1')
  let response = ''
  client.on('data', (chunk: Buffer) => (response += chunk.toString()))
  client.on('error', () => {})
  const [accepted] = (await connected) as [Socket]
  let sent = 0
  const send = async (text: string) => {
    sent += Buffer.byteLength(text)
    client.write(text)
    await expect.poll(() => accepted.bytesRead).toBe(sent)
  }
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: localhost',
    `Content-Type: ${path === '/parsed' ? 'text/plain' : 'application/octet-stream'}`,
    `Content-Length: ${length}`,
    ...(close ? ['Connection: close'] : []),
  ]
  await send(`${head.join('\r\n')}\r\n\r\n${start}`)
  await expect.poll(() => vi.getTimerCount()).toBe(1)
  return { client, accepted, send, response: () => response }
}

const passInterval = () => vi.advanceTimersByTime(RATE.intervalMs)

describe('a body that arrives too slowly', () => {
  it.each([
    ['of which nothing arrives', '', false],
    ['of which too little arrives in an interval', 'x'.repeat(RATE.minBytes - 1), false],
    ['whose client asked to close the connection', '', true],
  ])('%s gets 408 and no longer keeps its project awake', async (_what, more, close) => {
    const { client, send, response } = await begin('/parsed', 'start', { close })
    expect(held).toBe(1)
    await send(more)
    passInterval()
    await once(client, 'close')
    expect(response()).toMatch(/^HTTP\/1.1 408 .*\r\nconnection: close\r\n/is)
    expect(JSON.parse(response().split('\r\n\r\n')[1] ?? '')).toEqual({
      code: 'request_too_slow',
      message: expect.stringMatching(/\.$/),
      hint: expect.stringMatching(/\.$/),
    })
    await expect.poll(() => held).toBe(0)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('gets 408 once its average is too low, even if something arrives in each interval', async () => {
    const { client, send, response } = await begin('/parsed', 'start', { length: 100_000 })
    // 16 intervals with 100 bytes each are less than the 6 after the grace period with 300 bytes each.
    for (let interval = 0; interval < 16; interval += 1) {
      expect(response()).toBe('')
      await send('x'.repeat(RATE.minBytes))
      passInterval()
    }
    await once(client, 'close')
    expect(response()).toMatch(/^HTTP\/1.1 408 /)
  })

  it('is cut off if its response has begun', async () => {
    const { client, response } = await begin('/echoed', 'start')
    await expect.poll(response).toContain('start')
    passInterval()
    await once(client, 'close')
    await expect.poll(() => held).toBe(0)
  })
})

describe('a body that arrives fast enough', () => {
  it.each([
    ['for a short time', 6, RATE.minBytes],
    ['however many intervals it takes', 40, AVERAGE_BYTES],
  ])('is accepted %s', async (_what, intervals, bytes) => {
    const { client, send, response } = await begin('/parsed', '', { length: intervals * bytes })
    for (let interval = 0; interval < intervals; interval += 1) {
      await send('x'.repeat(bytes))
      passInterval()
    }
    await expect.poll(response).toContain(`{"received":"${'x'.repeat(intervals * bytes)}"}`)
    expect(vi.getTimerCount()).toBe(0)
    client.destroy()
  })

  it('is not refused while the server does not read it', async () => {
    const length = 64 * 2 ** 20
    const { client, accepted } = await begin('/unread', '', { length })
    const read = accepted.bytesRead
    client.write(Buffer.alloc(length))
    await expect.poll(() => accepted.bytesRead).toBeGreaterThan(read)
    for (let interval = 0; interval < 4; interval += 1) passInterval()
    expect(accepted.destroyed).toBe(false)
    expect(held).toBe(1)
    client.destroy()
    accepted.destroy()
    await expect.poll(() => held).toBe(0)
  })

  it('is not watched if the request came in one piece', async () => {
    const response = await fetch(`http://127.0.0.1:${port}/parsed`, { method: 'POST', body: 'x' })
    expect(await response.json()).toEqual({ received: 'x' })
    expect(vi.getTimerCount()).toBe(0)
  })
})
