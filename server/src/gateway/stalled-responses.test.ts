import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { endStalledResponses } from './stalled-responses.ts'

// Long enough for a process that is delayed on a busy machine.
const PATIENCE = { checkMs: 10, stallMs: 1000 }
const LENGTH = 64 * 1024 * 1024

let app: FastifyInstance
/** Incomplete responses: each would hold a lease on its project. */
let held = 0
let slow: PassThrough

beforeAll(async () => {
  app = Fastify({ forceCloseConnections: true })
  endStalledResponses(app, PATIENCE)
  app.addHook('onRequest', (_request, reply, done) => {
    held += 1
    reply.raw.once('close', () => (held -= 1))
    done()
  })
  const large = Buffer.alloc(LENGTH, 'x')
  app.get('/large', () => large)
  app.get('/streamed', (_request, reply) => {
    slow = new PassThrough()
    slow.write('begin,')
    return reply.send(slow)
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

/** Requests a path; the response is not read until the test listens to it. */
function ask(path: string) {
  const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  client.on('error', () => {})
  client.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  return client
}
const passChecks = () => new Promise((resolve) => setTimeout(resolve, 1.5 * PATIENCE.stallMs))

it('ends the connection of a client that does not read its response', async () => {
  const client = ask('/large')
  await expect.poll(() => held).toBe(1)
  await expect.poll(() => held, { timeout: 20_000 }).toBe(0)
  client.destroy()
})

it('sends the whole response to a client that reads slowly', async () => {
  const client = ask('/large')
  let received = 0
  client.on('data', (chunk: Buffer) => {
    received += chunk.length
    client.pause()
    setImmediate(() => client.resume())
  })
  await expect.poll(() => received, { timeout: 20_000 }).toBeGreaterThan(LENGTH)
  expect(client.destroyed).toBe(false)
  client.destroy()
})

it('waits for a response that the server is slow to produce', async () => {
  const client = ask('/streamed')
  let text = ''
  client.on('data', (chunk: Buffer) => (text += chunk.toString()))
  await expect.poll(() => text).toContain('begin')
  await passChecks()
  slow.end('end')
  await expect.poll(() => text).toContain('end')
  client.write('GET /streamed HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await expect.poll(() => text).toMatch(/begin.*begin/s)
  client.destroy()
  await once(client, 'close')
})
