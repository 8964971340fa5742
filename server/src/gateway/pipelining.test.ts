import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { limitPipelining } from './pipelining.ts'

const MAX_RUNNING = 4
const MANY = 50_000

let app: FastifyInstance
let port = 0
let held: (() => void)[] = []
let begun = 0

beforeAll(async () => {
  app = Fastify({ forceCloseConnections: true })
  limitPipelining(app, MAX_RUNNING)
  app.addHook('onRequest', (_request, _reply, done) => {
    begun += 1
    done()
  })
  app.get('/held/:number', async ({ params }) => {
    await new Promise<void>((resolve) => held.push(resolve))
    return `<${(params as { number: string }).number}>`
  })
  app.get('/now/:number', ({ params }) => `<${(params as { number: string }).number}>`)
  app.post('/now/:number', ({ body }) => `<${JSON.stringify(body).length}>`)
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})
afterAll(() => app.close())
beforeEach(() => {
  held = []
  begun = 0
})

/** Sends requests for these paths without waiting for responses. */
async function pipeline(requests: readonly string[]) {
  const connected = once(app.server, 'connection')
  const client = connect(port, '127.0.0.1')
  let text = ''
  client.on('data', (chunk: Buffer) => (text += chunk.toString()))
  client.on('error', () => {})
  const [accepted] = (await connected) as [Socket]
  client.write(requests.join(''))
  return { client, accepted, answers: () => [...text.matchAll(/<(\d+)>/g)].map(([, n]) => n) }
}
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`
const post = (path: string, body: string) =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
const numbers = (count: number) => Array.from({ length: count }, (_, index) => `${index}`)

it('runs a few requests of a connection at a time and responds to all of them in order', async () => {
  const { client, answers } = await pipeline(numbers(30).map((n) => get(`/held/${n}`)))
  while (answers().length < 30) {
    await expect.poll(() => held.length > 0 || answers().length === 30).toBe(true)
    expect(held.length).toBeLessThanOrEqual(MAX_RUNNING)
    for (const finish of held.splice(0)) finish()
    await new Promise(setImmediate)
  }
  expect(answers()).toEqual(numbers(30))
  client.destroy()
})

it('stops reading a connection while its requests wait', async () => {
  const requests = numbers(MANY).map((n) => get(`/held/${n}`))
  const { client, accepted } = await pipeline(requests)
  await expect.poll(() => held.length).toBe(MAX_RUNNING)
  await expect.poll(() => accepted.isPaused()).toBe(true)
  // Requests of other connections are still served.
  const other = await pipeline([get('/now/1')])
  await expect.poll(other.answers).toEqual(['1'])
  expect(accepted.bytesRead).toBeLessThan(requests.join('').length / 4)
  expect(begun).toBe(MAX_RUNNING + 1)
  client.destroy()
  other.client.destroy()
})

it('resumes reading when the waiting requests have begun, bodies included', async () => {
  const body = JSON.stringify('x'.repeat(300_000))
  const requests = numbers(40).map((n) =>
    Number(n) % 8 === 7 ? post(`/now/${n}`, body) : get(`/now/${n}`),
  )
  const { client, answers } = await pipeline(requests)
  await expect
    .poll(answers)
    .toEqual(numbers(40).map((n) => (Number(n) % 8 === 7 ? `${body.length}` : n)))
  client.destroy()
})

it('does not start the remaining requests after the client has disconnected', async () => {
  const { client, accepted } = await pipeline(numbers(100).map((n) => get(`/held/${n}`)))
  await expect.poll(() => held.length).toBe(MAX_RUNNING)
  client.resetAndDestroy()
  await expect
    .poll(() => {
      for (const finish of held.splice(0)) finish()
      return accepted.destroyed
    })
    .toBe(true)
  await new Promise(setImmediate)
  const whenNoticed = begun
  for (const finish of held.splice(0)) finish()
  await new Promise(setImmediate)
  expect(begun).toBe(whenNoticed)
  expect(begun).toBeLessThan(100)
})
