import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { silentLog } from '../lib/log.ts'
import { renderError } from './errors.ts'
import { acceptRequests, createReadiness, type DrainRequests, type Readiness } from './readiness.ts'

let app: FastifyInstance
let url: string
let asked: PromiseWithResolvers<void>
let answer: PromiseWithResolvers<string>
let readiness: Readiness
let drainRequests: DrainRequests

async function start(graceMs?: number): Promise<void> {
  asked = Promise.withResolvers()
  answer = Promise.withResolvers()
  app = Fastify({ forceCloseConnections: true })
  app.setErrorHandler(renderError(silentLog))
  readiness = createReadiness()
  readiness.begin()
  drainRequests = acceptRequests(app, {
    requireReady: readiness.require,
    ...(graceMs && { graceMs }),
  })
  app.get('/', () => {
    asked.resolve()
    return answer.promise
  })
  app.get('/begun', (_request, reply) => {
    reply.raw.write('begun')
    asked.resolve()
    return answer.promise
  })
  url = await app.listen({ port: 0, host: '127.0.0.1' })
}
afterEach(() => app.close())

function drain(interrupt?: () => Promise<void>): Promise<void> {
  readiness.end()
  return drainRequests(interrupt)
}

const refusal = (code: string) =>
  expect.objectContaining({ code, status: 503, retryAfter: expect.any(Number) })

async function shownOf(response: Response) {
  const { code } = (await response.json()) as { code: string }
  return { status: response.status, retryAfter: response.headers.get('retry-after'), code }
}
const STOPPING = { status: 503, retryAfter: '5', code: 'server_stopping' }

describe('a server that stops', () => {
  it('lets running requests finish, and refuses new ones until it is closed', async () => {
    await start()
    const running = fetch(url)
    await asked.promise
    const draining = drain()
    expect(await shownOf(await fetch(url))).toEqual(STOPPING)
    answer.resolve('done')
    expect(await (await running).text()).toBe('done')
    await draining
    expect(await shownOf(await fetch(url))).toEqual(STOPPING)
    await app.close()
    await expect(fetch(url)).rejects.toThrow('fetch failed')
  })

  it('refuses requests that still run after a while', async () => {
    await start(20)
    const running = fetch(url)
    await asked.promise
    await drain()
    expect(await shownOf(await running)).toEqual(STOPPING)
  })

  it('gives requests that fail because they were interrupted the same refusal', async () => {
    await start(20)
    const running = fetch(url)
    await asked.promise
    await drain(async () => answer.reject(new Error('canceling statement due to user request')))
    expect(await shownOf(await running)).toEqual(STOPPING)
  })

  it('cuts off a response that has begun', async () => {
    await start(20)
    const running = await fetch(`${url}/begun`)
    await drain()
    await expect(running.text()).rejects.toThrow('terminated')
  })

  it('does not wait if no request is running', async () => {
    // The time is longer than the test's timeout.
    await start(2 ** 30)
    answer.resolve('done')
    await (await fetch(url)).text()
    expect(await drain()).toBeUndefined()
  })
})

it('refuses requests before the server is ready and after it has begun to stop', async () => {
  await start()
  answer.resolve('done')
  expect((await fetch(url)).status).toBe(200)
  readiness.end()
  const refused = await fetch(url)
  expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([503, '*'])
  expect(readiness.require).toThrow(refusal('server_stopping'))
  expect(createReadiness().require).toThrow(refusal('server_starting'))
})
