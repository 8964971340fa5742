import { createServer, type RequestListener, type Server } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { silentLog } from '../../lib/log.ts'
import { createTestPlatform, type TestPlatform } from '../../../test/platform.ts'
import { createStatusFeed } from './status-feed.ts'

let test: TestPlatform
beforeAll(async () => {
  test = await createTestPlatform()
})
afterAll(() => test.stop())

const url = '/platform/incidents'
const all = '/platform/installation/incidents'
const list = async () =>
  (await test.call({ method: 'GET', url })).json<{ incidents: { title: string }[] }>()
const update = (id: string, body: object) =>
  test.call({ method: 'PATCH', url: `${all}/${id}`, as: 'operator', body })

describe('an incident that an operator declares', () => {
  it('is shown to everybody until it is resolved, and again when it is reopened', async () => {
    const declared = await test.call({
      method: 'POST',
      url: all,
      as: 'operator',
      body: { title: 'Slow wake-ups', link: 'https://status.example/1' },
    })
    expect(declared.statusCode).toBe(201)
    const incident = {
      id: expect.any(String),
      title: 'Slow wake-ups',
      link: 'https://status.example/1',
      status: 'investigating',
      source: 'operator',
      started_at: '2026-03-01T12:00:00.000Z',
      resolved_at: null,
    }
    expect(await list()).toEqual({ incidents: [incident], status_page_url: null })

    const { id } = declared.json<{ id: string }>()
    expect((await update(id, { status: 'monitoring', link: null })).json()).toEqual({
      ...incident,
      status: 'monitoring',
      link: null,
    })
    test.clock.at = new Date('2026-03-01T13:00:00Z')
    expect((await update(id, { status: 'resolved' })).json()).toMatchObject({
      resolved_at: '2026-03-01T13:00:00.000Z',
    })
    expect((await list()).incidents).toEqual([])
    const listed = await test.call({ method: 'GET', url: all, as: 'operator' })
    expect(listed.json()).toMatchObject([{ id, status: 'resolved' }])

    await update(id, { status: 'identified' })
    expect((await list()).incidents).toMatchObject([{ id, resolved_at: null }])
  })

  it('returns 404 when it does not exist', async () => {
    const answer = await update('00000000-0000-4000-8000-000000000000', { status: 'resolved' })
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ code: 'incident_not_found' })
  })

  it('cannot be declared as resolved', async () => {
    const body = { title: 'Nothing', status: 'resolved' }
    const answer = await test.call({ method: 'POST', url: all, as: 'operator', body })
    expect(answer.statusCode).toBe(400)
  })
})

const entry = {
  id: 'p1',
  name: 'Elevated errors',
  status: 'investigating',
  shortlink: 'https://stspg.example/p1',
  started_at: '2026-03-01T10:00:00.000+01:00',
  created_at: '2026-03-01T10:05:00.000+01:00',
}

describe('a status feed', () => {
  const servers: Server[] = []
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections()
      server.close()
    }
  })

  async function serve(listener: RequestListener): Promise<string> {
    const server = createServer(listener)
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/feed`
  }
  const answering = (body: unknown, status = 200) =>
    serve((_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(typeof body === 'string' ? body : JSON.stringify(body))
    })
  async function read(address: string | undefined) {
    const feed = createStatusFeed({ url: address, log: silentLog })
    await feed.start()
    feed.stop()
    return feed.current()
  }

  it('returns the incidents that are not resolved', async () => {
    const address = await answering({
      page: { url: 'https://status.example' },
      incidents: [entry, { ...entry, id: 'p2', status: 'resolved' }],
    })
    expect(await read(address)).toEqual([
      {
        id: 'p1',
        title: 'Elevated errors',
        status: 'investigating',
        link: 'https://stspg.example/p1',
        source: 'feed',
        started_at: '2026-03-01T09:00:00.000Z',
        resolved_at: null,
      },
    ])
  })

  it('drops a link that is not a web address', async () => {
    const address = await answering({ incidents: [{ ...entry, shortlink: 'javascript:x' }] })
    expect(await read(address)).toMatchObject([{ id: 'p1', link: null }])
  })

  it.each([
    ['fails', () => answering({ incidents: [entry] }, 500)],
    ['is no JSON', () => answering('<html>')],
    ['is JSON of another kind', () => answering({ components: [] })],
    ['is too long', () => answering({ incidents: [entry], rest: 'x'.repeat(1024 * 1024) })],
    ['is not there', async () => 'http://127.0.0.1:1/feed'],
    ['hangs up', () => serve((request) => request.socket.destroy())],
  ])('that %s returns no incidents and no error', async (_what, address) => {
    expect(await read(await address())).toEqual([])
  })

  it('returns nothing where no feed is configured', async () => {
    expect(await read(undefined)).toEqual([])
  })

  it('is merged into the list of incidents, with the status page', async () => {
    let asked: (() => void) | undefined
    const address = await serve((_request, response) => {
      response.end(JSON.stringify({ incidents: [entry] }))
      response.once('close', () => asked?.())
    })
    const hasAnswered = new Promise<void>((resolve) => (asked = resolve))
    const { app, platform } = await test.restart({
      statusFeedUrl: address,
      links: {
        support_email: null,
        enterprise_contact_url: null,
        discussions_url: null,
        status_page_url: 'https://status.example',
      },
    })
    await platform.start()
    await hasAnswered
    await expect
      .poll(async () => (await app.inject({ url })).json<object>())
      .toMatchObject({
        incidents: expect.arrayContaining([expect.objectContaining({ source: 'feed' })]),
        status_page_url: 'https://status.example',
      })
  })
})
