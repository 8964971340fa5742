import net from 'node:net'
import { promisify } from 'node:util'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Service } from '../project/service.ts'
import { silentLog } from '../lib/log.ts'
import { renderError } from './errors.ts'
import {
  createMalformedRequestHandler,
  handleUnusualRequests,
  MAX_HEAD_BYTES,
} from './malformed-request.ts'

const dataApi: Service = {
  name: 'rest',
  title: 'Data API',
  publicDoor: {
    refuseMethod: (method) => ({
      status: 405,
      headers: { 'proxy-status': 'told' },
      body: { code: 'PGRST117', message: `Unsupported HTTP method: ${method}` },
    }),
  },
}

let app: FastifyInstance
let port = 0

beforeAll(async () => {
  app = Fastify({
    http: { maxHeaderSize: MAX_HEAD_BYTES, requireHostHeader: false },
    clientErrorHandler: createMalformedRequestHandler([dataApi]),
  })
  app.setErrorHandler(renderError(silentLog))
  handleUnusualRequests(app)
  app.get('/', () => ({ fine: true }))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  port = typeof address === 'object' && address ? address.port : 0
})
afterAll(() => app.close())

async function send(bytes: string): Promise<string> {
  const socket = net.connect(port, '127.0.0.1')
  socket.write(Buffer.from(bytes, 'latin1'))
  let answer = ''
  for await (const chunk of socket) answer += String(chunk)
  return answer
}

const bodyOf = (answer: string): unknown => JSON.parse(answer.split('\r\n\r\n')[1] ?? '')

describe('an unusual request', () => {
  it('is refused with a code and a hint if it names no host', async () => {
    const answer = await send('GET / HTTP/1.1\r\nConnection: close\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1.1 400 /)
    expect(bodyOf(answer)).toMatchObject({
      code: 'missing_host',
      hint: expect.stringMatching(/\.$/),
    })
  })

  it.each([
    ['HTTP version 1.0, which needs no Host header', 'GET / HTTP/1.0\r\n\r\n'],
    [
      'an expectation the server does not know',
      'GET / HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\nConnection: close\r\n\r\n',
    ],
  ])('is served like any other if it has %s', async (_what, bytes) => {
    const answer = await send(bytes)
    expect(answer).toMatch(/^HTTP\/1.1 200 /)
    expect(bodyOf(answer)).toEqual({ fine: true })
  })
})

describe('bytes that Node cannot parse as a request', () => {
  it.each([
    [
      'a URL that is too long',
      `GET /${'x'.repeat(MAX_HEAD_BYTES)} HTTP/1.1\r\n\r\n`,
      431,
      'request_too_long',
    ],
    [
      'a header that is too long',
      `GET / HTTP/1.1\r\nx: ${'x'.repeat(MAX_HEAD_BYTES)}\r\n\r\n`,
      431,
      'request_too_long',
    ],
    ['text that is not HTTP', 'hello\r\n\r\n', 400, 'malformed_request'],
    ['a URL that is not percent-encoded', 'GET /\xff HTTP/1.1\r\n\r\n', 400, 'malformed_request'],
  ])('get a code and a hint for %s', async (_what, bytes, status, code) => {
    const answer = await send(bytes)
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(bodyOf(answer)).toEqual({
      code,
      message: expect.stringMatching(/\.$/),
      hint: expect.stringMatching(/\.$/),
    })
  })

  it.each([
    ["the server's own refusal elsewhere", '/platform/profile', 501, 'unsupported_method'],
    [
      "the service's own refusal at its address",
      '/p/abcdefghijklmnopqrst/rest/v1/notes',
      405,
      'PGRST117',
    ],
  ])('with an unknown method get %s', async (_where, path, status, code) => {
    const answer = await send(`MAKE ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(bodyOf(answer)).toMatchObject({ code, message: /Unsupported HTTP method: MAKE/ })
  })

  it('get a response even if the client keeps sending, and the connection closes', async () => {
    const socket = net.connect(port, '127.0.0.1')
    const piece = Buffer.alloc(2 ** 20, 0x20)
    socket.write(`POST /${'x'.repeat(MAX_HEAD_BYTES)} HTTP/1.1\r\n`)
    for (let sent = 0; sent < 60; sent += 1)
      await new Promise<void>((resolve, reject) => {
        socket.write(piece, (error) => (error ? reject(error) : resolve()))
      })
    socket.end()
    let answer = ''
    for await (const chunk of socket) answer += String(chunk)
    expect(answer).toMatch(/^HTTP\/1.1 431 /)
    const open = promisify(app.server.getConnections.bind(app.server))
    await expect.poll(open).toBe(0)
  })

  it('do not stop the server from serving other requests', async () => {
    expect((await app.inject('/')).json()).toEqual({ fine: true })
  })
})
