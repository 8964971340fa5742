import { createServer, type Server } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createTestPlatform, type TestPlatform } from '../../../test/platform.ts'

let test: TestPlatform
let server: Server | undefined
beforeAll(async () => {
  test = await createTestPlatform()
})
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})
afterAll(() => test.stop())

const event = {
  event_name: 'feature_preview_enabled',
  properties: { feature: 'unified-logs', project: 'Unknown' },
  page_path: '/project/abc',
  has_consent: true,
}
type App = TestPlatform['app']
const send = (app: App, change: object = {}, address = '10.0.0.1') =>
  app.inject({
    method: 'POST',
    url: '/platform/telemetry/event',
    remoteAddress: address,
    payload: { ...event, ...change },
  })
const events = async () =>
  (
    await test.call({
      method: 'GET',
      url: '/platform/installation/telemetry-events',
      as: 'operator',
    })
  ).json<{ event_name: string; at: string }[]>()

describe('a usage event', () => {
  it('is stored with consent where telemetry is on', async () => {
    const { app } = await test.restart({ telemetry: true })
    const answer = await send(app)
    expect(answer.statusCode).toBe(202)
    expect(answer.json()).toEqual({ is_stored: true })
    expect(await events()).toMatchObject([
      {
        at: '2026-03-01T12:00:00.000Z',
        event_name: 'feature_preview_enabled',
        properties: event.properties,
        page_path: '/project/abc',
      },
    ])
  })

  it('is not stored without consent or where telemetry is off', async () => {
    const before = await events()
    const { app } = await test.restart({ telemetry: true })
    expect((await send(app, { has_consent: false })).json()).toEqual({ is_stored: false })
    expect((await send(test.app)).json()).toEqual({ is_stored: false })
    expect(await events()).toEqual(before)
  })

  it('is deleted after 90 days', async () => {
    const { app, platform } = await test.restart({ telemetry: true })
    const start = test.clock.at
    await send(app, { event_name: 'first' })
    const hasFirst = async () => (await events()).some((it) => it.event_name === 'first')
    test.clock.at = new Date(start.getTime() + 90 * 24 * 3600 * 1000)
    await platform.start()
    expect(await hasFirst()).toBe(true)
    test.clock.at = new Date(test.clock.at.getTime() + 1)
    await platform.start()
    expect(await hasFirst()).toBe(false)
    test.clock.at = start
  })

  it.each([
    [
      'fifty-one properties',
      { properties: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`p${n}`, n])) },
    ],
    ['a property that is a list', { properties: { list: [] } }],
    ['a property name of 101 characters', { properties: { ['x'.repeat(101)]: 1 } }],
  ])('is refused with %s', async (_what, change) => {
    const { app } = await test.restart({ telemetry: true })
    expect((await send(app, change)).statusCode).toBe(400)
  })

  it('is refused unread when its body is larger than 32 KB', async () => {
    const answer = await send(test.app, { page_path: 'x'.repeat(33_000) })
    expect(answer.json<{ code: string }>().code).toContain('FST_ERR_CTP_BODY_TOO_LARGE')
  })

  it('is refused beyond 100 per minute from one address, until the minute has passed', async () => {
    const { app } = await test.restart({ telemetry: true })
    const answers = await Promise.all(
      Array.from({ length: 101 }, () => send(app, { has_consent: false }, '10.0.0.2')),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 202)).toHaveLength(100)
    expect(answers.find(({ statusCode }) => statusCode === 429)?.json()).toMatchObject({
      code: 'rate_limited',
    })
    expect((await send(app, {}, '10.0.0.3')).statusCode).toBe(202)
    const start = test.clock.at
    test.clock.at = new Date(start.getTime() + 60_000)
    expect((await send(app, {}, '10.0.0.2')).statusCode).toBe(202)
    test.clock.at = start
  })
})

const report = (app: App, change: object = {}) =>
  app.inject({
    method: 'POST',
    url: '/platform/telemetry/errors',
    payload: { message: 'x is undefined', stack: 'at a.js:1', page: '/org', ...change },
  })
const reports = async () =>
  (
    await test.call({ method: 'GET', url: '/platform/installation/error-reports', as: 'operator' })
  ).json<{ message: string; count: number }[]>()

describe('an error report', () => {
  it('is counted when it repeats and stored apart from other errors', async () => {
    await report(test.app, { request_id: 'r1' })
    test.clock.at = new Date('2026-03-01T12:30:00Z')
    expect((await report(test.app, { page: '/project/abc' })).statusCode).toBe(202)
    await report(test.app, { message: 'y is undefined', stack: null })
    const found = await reports()
    expect(found).toHaveLength(2)
    expect(found).toContainEqual({
      message: 'x is undefined',
      stack: 'at a.js:1',
      page: '/project/abc',
      request_id: 'r1',
      count: 2,
      first_seen_at: '2026-03-01T12:00:00.000Z',
      last_seen_at: '2026-03-01T12:30:00.000Z',
    })
  })

  it('is forwarded to the collector as JSON', async () => {
    const received = Promise.withResolvers<unknown>()
    server = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => {
        response.end()
        received.resolve(JSON.parse(body))
      })
    })
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const { app } = await test.restart({ errorCollectorUrl: `http://127.0.0.1:${port}/` })
    await report(app, { message: 'forwarded' })
    expect(await received.promise).toEqual({
      message: 'forwarded',
      stack: 'at a.js:1',
      page: '/org',
      request_id: null,
      at: test.clock.at.toISOString(),
    })
  })

  it('is accepted while the collector hangs or is unreachable', async () => {
    server = createServer(() => {})
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    for (const target of [`http://127.0.0.1:${port}/`, 'http://127.0.0.1:1/']) {
      const { app } = await test.restart({ errorCollectorUrl: target })
      expect((await report(app, { message: `to ${target}` })).statusCode).toBe(202)
    }
  })

  it('is refused without a message', async () => {
    expect((await report(test.app, { message: '' })).statusCode).toBe(400)
  })
})
