import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { acceptRequests, createReadiness, type Readiness } from './readiness.ts'

let app: FastifyInstance
let url: string
let asked: PromiseWithResolvers<void>
let answer: PromiseWithResolvers<string>
let isClosed: boolean
let readiness: Readiness

async function start(deadlineMs?: number): Promise<void> {
  asked = Promise.withResolvers()
  answer = Promise.withResolvers()
  isClosed = false
  app = Fastify({ forceCloseConnections: true })
  readiness = createReadiness()
  readiness.begin()
  acceptRequests(app, { requireReady: readiness.require, ...(deadlineMs && { deadlineMs }) })
  app.get('/', () => {
    asked.resolve()
    return answer.promise
  })
  url = await app.listen({ port: 0, host: '127.0.0.1' })
}
afterEach(() => app.close())

const close = () => app.close().then(() => (isClosed = true))

describe('a server that closes', () => {
  it('lets running requests finish before it closes its port', async () => {
    await start()
    const running = fetch(url)
    await asked.promise
    const closing = close()
    await expect.poll(() => fetch(url).then(({ status }) => status)).toBe(503)
    expect(isClosed).toBe(false)
    answer.resolve('done')
    expect(await (await running).text()).toBe('done')
    await closing
    await expect(fetch(url)).rejects.toThrow('fetch failed')
  })

  it('ends requests that are still running at the deadline', async () => {
    await start(20)
    const running = fetch(url).catch(String)
    await asked.promise
    await close()
    expect(await running).toMatch('fetch failed')
  })

  it('does not wait if no request is running', async () => {
    await start(2 ** 30)
    answer.resolve('done')
    await (await fetch(url)).text()
    // The deadline is longer than the test's timeout.
    await close()
    expect(isClosed).toBe(true)
  })
})

it('refuses requests before the server is ready and after it has begun to stop', async () => {
  await start()
  answer.resolve('done')
  expect((await fetch(url)).status).toBe(200)
  readiness.end()
  const refused = await fetch(url)
  expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([503, '*'])
  const refusal = (code: string) =>
    expect.objectContaining({ code, status: 503, retryAfter: expect.any(Number) })
  expect(readiness.require).toThrow(refusal('server_stopping'))
  expect(createReadiness().require).toThrow(refusal('server_starting'))
})
