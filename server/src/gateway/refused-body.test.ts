import { Buffer } from 'node:buffer'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import Fastify, { type FastifyInstance, type onRequestHookHandler } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keepConnectionOfRefusedBody } from './request-body.ts'

/** Together larger than the buffers between two sockets of one machine. */
const PIECES = 60
const PIECE = Buffer.alloc(2 ** 20, 0x20)

let app: FastifyInstance
let port = 0

beforeAll(async () => {
  app = Fastify({ bodyLimit: PIECE.length, forceCloseConnections: true })
  keepConnectionOfRefusedBody(app)
  app.post('/', (received) => received.body)
  const refuse: onRequestHookHandler = (_asked, reply) => void reply.code(401).send()
  app.post('/closed', { onRequest: refuse }, (received) => received.body)
  app.get('/', (_asked, reply) => reply.code(204).send())
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  port = typeof address === 'object' && address ? address.port : 0
})
afterAll(() => app.close())

/** Sends a whole body, even if the response arrives earlier, and returns the response. */
async function sendAll(headers: Record<string, string | number>, path = '/') {
  const method = 'POST'
  const asked = { 'content-type': 'application/json', ...headers }
  const sent = request({ host: '127.0.0.1', port, path, method, headers: asked })
  const answered = new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    sent.once('error', reject)
    sent.once('response', (answer) => {
      text(answer).then((body) => resolve({ status: answer.statusCode, body }), reject)
    })
  })
  const written = (async () => {
    for (let piece = 0; piece < PIECES; piece += 1)
      await new Promise<void>((resolve, reject) => {
        sent.write(PIECE, (error) => (error ? reject(error) : resolve()))
      })
    sent.end()
  })()
  const [answer] = await Promise.all([answered, written])
  return answer
}

describe('a body that is too large', () => {
  it.each([
    ['its length is announced', { 'content-length': PIECES * PIECE.length }],
    ['it is sent in chunks', { 'transfer-encoding': 'chunked' }],
    [
      'the client asked to close the connection',
      { 'content-length': PIECES * PIECE.length, connection: 'close' },
    ],
    [
      'it is sent in chunks and the client asked to close the connection',
      { 'transfer-encoding': 'chunked', connection: 'close' },
    ],
  ])('gets a 413 that the client can read if %s', async (_what, headers) => {
    const { status, body } = await sendAll(headers)
    expect(status).toBe(413)
    expect(JSON.parse(body)).toMatchObject({ code: 'FST_ERR_CTP_BODY_TOO_LARGE' })
  })
})

it('reads a refused body to its end if the client asked to close the connection', async () => {
  const headers = { 'content-length': PIECES * PIECE.length, connection: 'close' }
  expect(await sendAll(headers, '/closed')).toMatchObject({ status: 401 })
})

it('responds without delay if the body was read or the request has none', async () => {
  const close = { connection: 'close' }
  const answers = await Promise.all([
    fetch(`http://127.0.0.1:${port}/`, { headers: close }),
    fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      headers: { ...close, 'content-type': 'application/json' },
      body: '{"read":true}',
    }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([204, 200])
})
