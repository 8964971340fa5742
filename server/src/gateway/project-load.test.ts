import { once } from 'node:events'
import Fastify, { type FastifyInstance } from 'fastify'
import { connect, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { silentLog } from '../lib/log.ts'
import { renderError } from './errors.ts'
import { createProjectLoad } from './project-load.ts'

const LIMITS = { maxRequests: 3, maxBytes: 1000 }

let app: FastifyInstance
let url: string
let held: (() => void)[] = []
/** Responses to `/a/late`. */
let late = 0

beforeAll(async () => {
  app = Fastify({ forceCloseConnections: true })
  app.setErrorHandler(renderError(silentLog))
  app.decorateRequest('visit', null)
  const load = createProjectLoad(LIMITS)
  app.addHook('onRequest', (request, reply, done) => {
    load.enterRequest((request.params as { ref: string }).ref, request, {
      carrier: reply.raw,
      credentialsOf: undefined,
    })
    done()
  })
  load.countBytes(app)
  app.get('/:ref/held', async () => {
    await new Promise<void>((resolve) => held.push(resolve))
    return 'done'
  })
  app.get('/:ref/late', async (_request, reply) => {
    await once(reply.raw, 'close')
    return 'x'.repeat(2000)
  })
  app.addHook('onSend', (request, _reply, payload, done) => {
    if (request.url === '/a/late') late += 1
    done(null, payload)
  })
  app.get('/:ref', () => 'done')
  app.get('/:ref/large', () => 'x'.repeat(64 * 1024 * 1024))
  app.post('/:ref', () => 'done')
  url = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())
beforeEach(() => void (held = []))

const ask = (path: string) => fetch(url + path)

it('refuses a request when too many of its project are in progress, and only of that project', async () => {
  const running = [1, 2, 3].map(() => ask('/a/held'))
  await expect.poll(() => held.length).toBe(3)
  const refused = await ask('/a')
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('1')
  expect(await refused.json()).toEqual({
    code: 'too_many_requests',
    message: 'This project already has 3 requests in progress.',
    hint: expect.stringMatching(/\.$/),
  })
  expect((await ask('/b')).status).toBe(200)
  for (const finish of held) finish()
  await Promise.all(running)
  expect((await ask('/a')).status).toBe(200)
})

it('forgets requests whose clients have disconnected', async () => {
  for (let round = 0; round < 2; round += 1) {
    const leaving = new AbortController()
    const running = [1, 2, 3].map(() => fetch(`${url}/a/held`, leaving).catch(() => {}))
    await expect.poll(() => held.length).toBe(3)
    leaving.abort()
    await Promise.all(running)
    await expect.poll(() => ask('/a').then(({ status }) => status)).toBe(200)
    held = []
  }
})

/** Sends a request without reading the response. */
function send(lines: readonly string[]) {
  const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  client.pause()
  client.on('error', () => {})
  client.write([...lines, 'Host: localhost', '', ''].join('\r\n'))
  return client
}

it.each([
  ['responses that nobody reads', ['GET /a/large HTTP/1.1']],
  [
    'bodies that have not arrived',
    ['POST /a HTTP/1.1', 'Content-Length: 1001', 'Content-Type: text/plain'],
  ],
])('refuses requests of a project whose memory is full of %s', async (_what, lines) => {
  const client = send(lines)
  await expect.poll(() => ask('/a').then(({ status }) => status)).toBe(429)
  expect(await (await ask('/a')).json()).toMatchObject({ code: 'too_much_data_in_memory' })
  expect((await ask('/b')).status).toBe(200)
  client.destroy()
  await expect.poll(() => ask('/a').then(({ status }) => status)).toBe(200)
})

it('does not count a response that is ready only after its client has left', async () => {
  // The project's load is dropped only when it has no requests left.
  const other = send(['GET /a/held HTTP/1.1'])
  await expect.poll(() => held.length).toBe(1)
  send(['GET /a/late HTTP/1.1']).end()
  await expect.poll(() => late).toBe(1)
  expect((await ask('/a')).status).toBe(200)
  other.destroy()
})

const chunked = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`

it('counts a body without an announced length while it arrives', async () => {
  const head = ['POST /a HTTP/1.1', 'Transfer-Encoding: chunked', 'Content-Type: text/plain']
  const client = send(head)
  client.write(chunked('x'.repeat(600)))
  await expect.poll(() => ask('/a').then(({ status }) => status)).toBe(200)
  const other = send(head)
  let refusal = ''
  other.setEncoding('utf8').on('data', (text: string) => (refusal += text))
  other.resume()
  other.write(chunked('y'.repeat(600)))
  await expect.poll(() => refusal).toContain('too_much_data_in_memory')
  expect(refusal).toContain('429')
  // Refused bytes are given back; bytes still arriving count.
  other.write(`${chunked('z'.repeat(5000))}0\r\n\r\n`)
  await expect.poll(() => ask('/a').then(({ status }) => status)).toBe(200)
  client.write(chunked('x'.repeat(300)))
  client.destroy()
  await expect.poll(() => ask('/a').then(({ status }) => status)).toBe(200)
})
