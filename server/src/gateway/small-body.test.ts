import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { silentLog } from '../lib/log.ts'
import { renderError } from './errors.ts'
import { smallBody } from './request-body.ts'

let app: FastifyInstance
/** Requests whose body has arrived. */
let begun = 0

beforeAll(async () => {
  app = Fastify({ forceCloseConnections: true })
  app.setErrorHandler(renderError(silentLog))
  app.addHook('onRequest', async (request, reply) => {
    await smallBody(request, reply, request.url === '/impatient' ? 1 : undefined)
    begun += 1
  })
  for (const url of ['/', '/impatient'])
    app.post(url, ({ body }) => `<${typeof body === 'string' ? body.length : 'nothing'}>`)
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

async function begin(length: number, start: string, path = '/') {
  begun = 0
  const connected = once(app.server, 'request')
  const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  let text = ''
  client.on('data', (chunk: Buffer) => (text += chunk.toString()))
  client.on('error', () => {})
  client.write(
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: ${length}\r\n\r\n${start}`,
  )
  await connected
  await new Promise(setImmediate)
  return { client, response: () => text }
}

it.each([
  ['of a few bytes', 10],
  ['as long as the buffer allows', 32 * 1024],
])('waits for a body %s', async (_what, length) => {
  const { client, response } = await begin(length, 'x')
  expect(begun).toBe(0)
  for (const part of ['x'.repeat(length - 2), 'x']) {
    client.write(part)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  await expect.poll(response).toContain(`<${length}>`)
  expect(begun).toBe(1)
  client.destroy()
})

it.each([
  ['has none', 0, ''],
  ['has a whole one', 5, 'whole'],
  ['has a long one', 100_000, 'x'],
])('does not wait if the request %s', async (_what, length, start) => {
  const { client, response } = await begin(length, start)
  await expect.poll(() => begun).toBe(1)
  client.write('x'.repeat(length - start.length))
  await expect.poll(response).toContain(length === 0 ? '<' : `<${length}>`)
  client.destroy()
})

it('refuses a body that does not arrive in time', async () => {
  const { client, response } = await begin(10, 'x', '/impatient')
  await once(client, 'close')
  expect(response()).toMatch(/^HTTP\/1.1 408 .*connection: close.*request_too_slow/is)
  expect(begun).toBe(0)
})

it('stops waiting when the client disconnects', async () => {
  const { client } = await begin(10, 'x')
  client.destroy()
  await expect.poll(() => begun).toBe(1)
})
