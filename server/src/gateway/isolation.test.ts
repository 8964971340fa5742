import { once } from 'node:events'
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestPlatform, type TestPlatform } from '../../test/platform.ts'
import { createTestProject, type TestProject } from '../../test/project.ts'
import { systemClock } from '../lib/clock.ts'
import { silentLog } from '../lib/log.ts'
import { createMetrics } from '../metrics/metrics.ts'
import type { Service } from '../project/service.ts'
import { createApiPort } from './address.ts'
import { createGateway } from './gateway.ts'

/** Headers that a tenant's function could set, by their effect in the browser. */
const DANGEROUS = {
  'set-cookie': 'session=theirs; Path=/; Domain=localhost; HttpOnly',
  'service-worker-allowed': '/',
  'clear-site-data': '"storage"',
  'content-security-policy': 'script-src *',
  'content-security-policy-report-only': 'default-src *; report-uri https://evil.example',
  link: '<https://evil.example/x.js>; rel=preload; as=script',
  refresh: '0; url=https://evil.example',
  sourcemap: 'https://evil.example/map',
  'x-sourcemap': 'https://evil.example/map',
  'x-content-type-options': 'sniff',
  nel: '{"report_to":"theirs","max_age":31536000,"include_subdomains":true}',
  'report-to': '{"group":"theirs","max_age":1,"endpoints":[{"url":"https://evil.example"}]}',
  'reporting-endpoints': 'default="https://evil.example"',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'alt-svc': 'h2="evil.example:443"',
  'accept-ch': 'Sec-CH-UA-Model',
  'speculation-rules': '"https://evil.example/rules.json"',
  'secure-session-registration': '(ES256); path="/register"; challenge="x"',
  'www-authenticate': 'Basic realm="Stoa"',
  'x-accel-redirect': '/internal/installation.key',
  'x-sendfile': '/etc/passwd',
}
const PROXY_ORDERS = ['x-accel-redirect', 'x-sendfile']
const ORDINARY = {
  'content-type': 'text/html',
  'cache-control': 'max-age=60',
  'content-range': '0-1/2',
  'x-total': '2',
  'sb-note': 'kept',
  'declared-here': 'kept',
}

const service: Service = {
  name: 'rest',
  title: 'Data API',
  publicDoor: {
    keyless: ['/*'],
    navigable: ['/visited'],
    cors: { exposedHeaders: ['Declared-Here'] },
    routes(app) {
      app.all('/page', (_request, reply) =>
        reply.headers({ ...ORDINARY, ...DANGEROUS }).send('<script>theirs()</script>'),
      )
      app.get('/visited', (_request, reply) => reply.redirect('https://app.example', 303))
      app.get('/moved', (request, reply) => {
        const { status, to } = request.query as { status: string; to: string | string[] }
        return reply
          .status(Number(status))
          .headers({ location: to, refresh: `0; url=${[to].flat().join()}` })
          .send()
      })
    },
  },
}

const memberService: Service = {
  name: 'files',
  title: 'Files',
  memberDoors: [
    {
      needs: 'records',
      routes: [
        (app) => {
          const config = { access: 'database:read' } as const
          app.get('/platform/files/:ref/page', { config }, (_request, reply) =>
            reply.headers({ ...ORDINARY, ...DANGEROUS }).send('<script>theirs()</script>'),
          )
        },
      ],
    },
  ],
}

const PROJECT_HOST = 'abcdefghijklmnopqrst.localhost'
let test: TestPlatform
let project: TestProject
let gateway: FastifyInstance
const apiPort = createApiPort()
/** The address and path prefix of the project in each kind of origin. */
let origins: Record<
  'dashboard' | 'apis' | 'project',
  { port: number; host: string; prefix: string }
>

beforeAll(async () => {
  test = await createTestPlatform()
  project = await createTestProject()
  const lease = {
    project: project.project,
    faultOf: () => undefined,
    isOver: () => false,
    release() {},
  }
  gateway = await createGateway({
    fleet: { ...test.fleet, acquire: async () => lease },
    services: [service, memberService],
    platform: { ...test.platform, requireServing() {} },
    requireReady() {},
    metrics: createMetrics({ clock: systemClock }),
    platformProject: project.project,
    dashboardDir: '/nonexistent',
    editorDir: '/nonexistent',
    publicHost: undefined,
    apiPort,
    apiOrigin: () => 'http://localhost:8001',
    maxConnectionsPerAddress: 0,
    clock: { now: () => test.clock.at },
    log: silentLog,
  })
  await gateway.listen({ port: 0, host: '127.0.0.1' })
  await apiPort.listen('127.0.0.1', 0)
  const { port } = gateway.server.address() as AddressInfo
  const prefix = '/p/abcdefghijklmnopqrst'
  origins = {
    dashboard: { port, host: 'localhost', prefix },
    apis: { port: apiPort.port() ?? 0, host: 'localhost', prefix },
    project: { port, host: PROJECT_HOST, prefix: '' },
  }
})
afterAll(async () => {
  apiPort.close()
  await gateway.close()
  await project.stop()
  await test.stop()
})

type ReceivedResponse = { status: number; headers: IncomingHttpHeaders; body: string }

/** Sends a request as a browser would, which `fetch` cannot: with `Host` and `Sec-Fetch-Dest`. */
async function ask(
  origin: keyof typeof origins,
  path: string,
  {
    headers = {},
    prefix = origins[origin].prefix,
  }: { headers?: Record<string, string>; prefix?: string } = {},
): Promise<ReceivedResponse> {
  const { port, host } = origins[origin]
  const sent = httpRequest({
    port,
    host: '127.0.0.1',
    path: prefix + path,
    headers: { host, ...headers },
  })
  sent.end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk as Buffer)
  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    body: Buffer.concat(chunks).toString(),
  }
}

describe.each(['dashboard', 'apis'] as const)('in the origin of the %s', (origin) => {
  it('a response has only headers that concern the response itself, and is sandboxed', async () => {
    const { status, headers } = await ask(origin, '/rest/v1/page')
    expect(status).toBe(200)
    expect(headers).toMatchObject(ORDINARY)
    const {
      'content-security-policy': policy,
      'x-content-type-options': sniffing,
      ...others
    } = headers
    expect(policy).toMatch(/^default-src 'none'; .*; sandbox$/)
    expect(sniffing).toBe('nosniff')
    expect(Object.keys(others).filter((name) => name in DANGEROUS)).toEqual([])
  })

  it.each(['serviceworker', 'sharedworker', 'worker'])('no %s starts', async (destination) => {
    const headers = { 'sec-fetch-dest': destination }
    const { status, body } = await ask(origin, '/rest/v1/page', { headers })
    expect([status, JSON.parse(body)]).toMatchObject([403, { code: 'active_content_refused' }])
  })

  it('refuses a service worker that a browser announces with its older header', async () => {
    const headers = { 'service-worker': 'script' }
    expect(await ask(origin, '/rest/v1/page', { headers })).toMatchObject({ status: 403 })
  })
})

describe.each(['dashboard', 'apis'] as const)('a redirect in the origin of the %s', (origin) => {
  const askMoved = (to: readonly string[], status = 302) => {
    const query = new URLSearchParams({ status: String(status) })
    for (const each of to) query.append('to', each)
    return ask(origin, `/rest/v1/moved?${query.toString()}`)
  }

  it.each([
    ['https://app.example', 'https://app.example#'],
    ['https://app.example/?a=1', 'https://app.example/?a=1#'],
    ['https://app.example/#own', 'https://app.example/#own'],
    ['https://app.example/#', 'https://app.example/#'],
    ['/relative', '/relative#'],
    ['../relative', '../relative#'],
    ['?query', '?query#'],
    ['', '#'],
    ['//evil.example', '//evil.example#'],
    ['\\\\evil.example', '\\\\evil.example#'],
    ['javascript:alert(1)', 'javascript:alert(1)#'],
  ])('to %j ends in a fragment', async (to, location) => {
    expect((await askMoved([to])).headers).toMatchObject({ location })
  })

  it.each([300, 301, 302, 303, 307, 308])('with status %i does, too', async (status) => {
    expect((await askMoved(['/there'], status)).headers).toMatchObject({ location: '/there#' })
  })

  it('with several targets has one, and none by another header', async () => {
    const { headers } = await askMoved(['https://one.example', 'https://two.example'])
    expect(headers).toMatchObject({ location: 'https://one.example#' })
    expect(headers).not.toHaveProperty('refresh')
  })

  it.each([200, 201])('is not what a response with status %i is', async (status) => {
    expect((await askMoved(['/files/1'], status)).headers).toMatchObject({ location: '/files/1' })
  })
})

it("a redirect at a project's own host is the project's", async () => {
  const { headers } = await ask('project', '/rest/v1/moved?status=302&to=/there')
  expect(headers).toMatchObject({ location: '/there' })
})

describe('in the origin of the dashboard', () => {
  it.each(['document', 'iframe', 'frame', 'embed', 'object', 'script', 'style', 'json', 'xslt'])(
    'a project serves no %s',
    async (destination) => {
      const headers = { 'sec-fetch-dest': destination }
      const { status, body } = await ask('dashboard', '/rest/v1/page', { headers })
      expect([status, JSON.parse(body)]).toMatchObject([403, { code: 'active_content_refused' }])
    },
  )

  it.each(['empty', 'image', 'video', 'audio', 'font'])(
    'a project serves an %s',
    async (destination) => {
      const headers = { 'sec-fetch-dest': destination }
      expect(await ask('dashboard', '/rest/v1/page', { headers })).toMatchObject({ status: 200 })
    },
  )

  it('a link of a mail can be opened, because the service declares its path', async () => {
    const headers = { 'sec-fetch-dest': 'document' }
    const { status, headers: answered } = await ask('dashboard', '/rest/v1/visited?a=1', {
      headers,
    })
    expect([status, answered.location]).toEqual([303, 'https://app.example#'])
  })
})

it('a member receives what is stored in a project as data, too', async () => {
  const owner = await test.person('owner')
  const ref = await test.project(owner, await test.organization(owner))
  const authorization = `Bearer ${owner.token}`
  const get = (headers: Record<string, string>) =>
    ask('dashboard', `/platform/files/${ref}/page`, {
      prefix: '',
      headers: { authorization, ...headers },
    })
  const { status, headers } = await get({})
  expect([status, headers['content-security-policy']]).toEqual([
    200,
    expect.stringMatching(/sandbox$/),
  ])
  expect(headers).not.toHaveProperty('set-cookie')
  expect(await get({ 'sec-fetch-dest': 'script' })).toMatchObject({ status: 403 })
})

it('pages can be displayed in the origin of the APIs, where the sandbox applies', async () => {
  const headers = { 'sec-fetch-dest': 'document' }
  const { status, headers: answered } = await ask('apis', '/rest/v1/page', { headers })
  expect([status, answered['content-security-policy']]).toEqual([
    200,
    expect.stringMatching(/sandbox$/),
  ])
})

it("a project's own host keeps its headers, but its cookies and files stay its own", async () => {
  const headers = { 'sec-fetch-dest': 'document' }
  const { status, headers: answered } = await ask('project', '/rest/v1/page', { headers })
  const { 'set-cookie': _cookie, ...others } = DANGEROUS
  const kept = Object.entries(others).filter(([name]) => !PROXY_ORDERS.includes(name))
  expect(status).toBe(200)
  expect(answered).toMatchObject({ ...ORDINARY, ...Object.fromEntries(kept) })
  expect(answered['set-cookie']).toEqual(['session=theirs; Path=/; HttpOnly'])
  expect(Object.keys(answered).filter((name) => PROXY_ORDERS.includes(name))).toEqual([])
})

describe('the port of the APIs', () => {
  it.each([
    '/',
    '/platform/profile',
    '/auth/v1/settings',
    '/sign-in',
    '/assets/main.js',
    '/p',
    '/?p=/p/',
  ])('serves nothing at %s', async (path) => {
    const { status, headers } = await ask('apis', path, { prefix: '' })
    expect([status, headers['content-type']]).toEqual([404, 'application/json; charset=utf-8'])
  })

  it('serves a project at its own host, too', async () => {
    const { port } = origins.apis
    const socket = connect(port, '127.0.0.1')
    socket.end(
      `GET /rest/v1/page HTTP/1.1\r\nhost: ${PROJECT_HOST}:${port}\r\nconnection: close\r\n\r\n`,
    )
    const chunks: Buffer[] = []
    for await (const chunk of socket) chunks.push(chunk as Buffer)
    expect(Buffer.concat(chunks).toString()).toMatch(/^HTTP\/1\.1 200 /)
  })
})
