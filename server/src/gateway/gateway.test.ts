import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Service } from '../project/service.ts'
import { systemClock } from '../lib/clock.ts'
import { silentLog } from '../lib/log.ts'
import { createMetrics } from '../metrics/metrics.ts'
import { createApiPort } from './address.ts'
import { createGateway } from './gateway.ts'
import type { GatewayOptions } from './options.ts'
import {
  createTestPlatform,
  type Call,
  type TestPerson,
  type TestPlatform,
} from '../../test/platform.ts'
import { createTestProject, type TestProject } from '../../test/project.ts'

let test: TestPlatform
let project: TestProject
let production: FastifyInstance
let development: FastifyInstance
let owner: TestPerson
let slug: string
let ref: string

/** As many bytes as a project's requests can have in memory. */
const UPLOAD_BYTES = 128 * 1024 * 1024
const upload = { arrived: Promise.withResolvers<void>(), done: Promise.withResolvers<string>() }

/** A service with a public route, and member routes inside and outside the metadata paths. */
const services: Service[] = [
  {
    name: 'rest',
    title: 'Data API',
    publicDoor: {
      routes(app) {
        app.get('/', (request) => ({ role: request.caller.role }))
      },
    },
    memberDoors: [
      {
        needs: 'database',
        routes: [
          (app) => {
            const config = { access: 'database:read' } as const
            app.get('/platform/meta/:ref/tables', { config }, () => [])
            app.get('/platform/pg-meta/:ref/roles', { config }, () => [])
            app.get('/platform/logs/:ref/rows', { config }, () => [])
            app.get('/platform/logs/:ref/writable', { config }, ({ can }) => can('database:write'))
          },
        ],
      },
      {
        needs: 'records',
        routes: [
          (app) => {
            app.removeAllContentTypeParsers()
            app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
            const config = { access: 'database:read' } as const
            const options = { config, bodyLimit: UPLOAD_BYTES }
            app.post('/platform/functions/:ref/upload', options, () => {
              upload.arrived.resolve()
              return upload.done.promise
            })
          },
        ],
      },
    ],
  },
]

beforeAll(async () => {
  test = await createTestPlatform()
  project = await createTestProject()
  const start = async (platform: GatewayOptions['platform']) =>
    createGateway({
      fleet: {
        ...test.fleet,
        acquire: async () => ({
          project: project.project,
          faultOf: () => undefined,
          isOver: () => false,
          release() {},
        }),
      },
      services,
      platform,
      requireReady() {},
      metrics: createMetrics({ clock: systemClock }),
      platformProject: project.project,
      dashboardDir: '/nonexistent',
      editorDir: '/nonexistent',
      publicHost: undefined,
      apiPort: createApiPort(),
      apiOrigin: () => 'http://localhost:8001',
      maxConnectionsPerAddress: 0,
      clock: { now: () => test.clock.at },
      log: silentLog,
    })
  production = await start(test.platform)
  development = await start((await test.restart({ environment: 'development' })).platform)
})
beforeEach(async () => {
  test.clock.at = new Date('2026-03-01T12:00:00Z')
  owner = await test.person('owner')
  slug = await test.organization(owner)
  ref = await test.project(owner, slug)
})
afterAll(async () => {
  await Promise.all([production.close(), development.close()])
  await project.stop()
  await test.stop()
})

const authorization = (as: Call['as']) =>
  `Bearer ${as === 'operator' ? 'test-operator-token' : as?.token}`
const handleOf = async (as: TestPerson, of = ref) => {
  const answer = await test.call({ method: 'GET', url: `/platform/projects/${of}`, as })
  return answer.json<{ connection_handle: string }>().connection_handle
}
const tables = (
  handle: string | undefined,
  { app = production, as = owner }: { app?: FastifyInstance; as?: Call['as'] } = {},
) =>
  app.inject({
    url: `/platform/meta/${ref}/tables`,
    headers: {
      authorization: authorization(as),
      ...(handle !== undefined && { 'x-connection-encrypted': handle }),
    },
  })

// SPEC: "GET {base path}/api/get-utc-time | Response: utcTime."
it('returns the time of the server', async () => {
  const answer = await production.inject({ url: '/api/get-utc-time' })
  expect(answer.json()).toEqual({ utcTime: '2026-03-01T12:00:00.000Z' })
})

it.each([
  ['developer', true],
  ['read_only', false],
] as const)(
  'tells a service whether a member with the role %s can write',
  async (role, canWrite) => {
    const answer = await production.inject({
      url: `/platform/logs/${ref}/writable`,
      headers: { authorization: authorization(await test.memberOf(slug, role)) },
    })
    expect(answer.json()).toBe(canWrite)
  },
)

it('refuses a URL that cannot be decoded', async () => {
  const answer = await production.inject({ url: `/p/${ref}/rest/v1/%` })
  expect([answer.statusCode, answer.json()]).toEqual([
    400,
    { code: 'malformed_url', message: 'The URL is malformed.', hint: expect.any(String) },
  ])
})

it('limits what members send to a project’s records at once, separately from its clients', async () => {
  const send = () =>
    production.inject({
      method: 'POST',
      url: `/platform/functions/${ref}/upload`,
      headers: {
        authorization: authorization(owner),
        'content-type': 'application/octet-stream',
        'content-length': `${UPLOAD_BYTES}`,
      },
      payload: 'the beginning',
    })
  const first = send()
  await upload.arrived.promise
  const refused = await send()
  expect([refused.statusCode, refused.json()]).toMatchObject([
    429,
    { code: 'too_much_data_in_memory' },
  ])
  expect((await tables(await handleOf(owner))).statusCode).toBe(200)
  upload.done.resolve('done')
  expect((await first).statusCode).toBe(200)
})

it('lets no cache keep what a member reads', async () => {
  const headers = { authorization: authorization(owner) }
  for (const url of [
    '/platform/projects',
    `/platform/projects/${ref}`,
    `/platform/logs/${ref}/writable`,
  ])
    expect((await production.inject({ url, headers })).headers['cache-control']).toBe('no-store')
})

describe('a database-metadata request', () => {
  it("is accepted with the handle from the caller's project detail", async () => {
    expect((await tables(await handleOf(owner))).statusCode).toBe(200)
  })

  // SPEC: "**Database-metadata requests**: in a non-development environment, any request whose path
  // contains the database-metadata prefix is rejected when the connection-encrypted header is missing."
  // SPEC: "The message is 'API Error: happened while trying to acquire connection to the database',
  // with status 400."
  it('is rejected without a handle', async () => {
    const answer = await tables(undefined)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({
      code: 'connection_handle_missing',
      message: 'API Error: happened while trying to acquire connection to the database',
    })
  })

  it("needs a handle at postgres-meta's paths, too", async () => {
    const answer = await production.inject({
      url: `/platform/pg-meta/${ref}/roles`,
      headers: { authorization: authorization(owner) },
    })
    expect(answer.json()).toMatchObject({ code: 'connection_handle_missing' })
  })

  it.each([
    ['invalid', async () => 'bm9uc2Vuc2U'],
    ['of another project', async () => handleOf(owner, await test.project(owner, slug))],
    ['of another person', async () => handleOf(await test.memberOf(slug, 'administrator'))],
    [
      'changed in its last character',
      async () => (await handleOf(owner)).replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A')),
    ],
    [
      'an hour old',
      async () => {
        const handle = await handleOf(owner)
        test.clock.at = new Date(test.clock.at.getTime() + 3_600_000)
        return handle
      },
    ],
  ])('is rejected with a handle that is %s', async (_what, handle) => {
    const answer = await tables(await handle())
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({
      code: 'connection_handle_invalid',
      message: 'API Error: happened while trying to acquire connection to the database',
    })
  })

  it('is accepted with a handle that is almost an hour old', async () => {
    const handle = await handleOf(owner)
    test.clock.at = new Date(test.clock.at.getTime() + 3_599_999)
    expect((await tables(handle)).statusCode).toBe(200)
  })

  it('needs no handle in development, and none with the operator credential', async () => {
    expect((await tables(undefined, { app: development })).statusCode).toBe(200)
    expect((await tables(undefined, { as: 'operator' })).statusCode).toBe(200)
  })

  it('checks membership first, so that a handle reveals nothing to other people', async () => {
    const stranger = await test.person('stranger')
    const answer = await tables(await handleOf(owner), { as: stranger })
    expect(answer.json()).toMatchObject({ code: 'project_not_found' })
  })

  it('is the only kind of request that needs a handle', async () => {
    const answer = await production.inject({
      url: `/platform/logs/${ref}/rows`,
      headers: { authorization: authorization(owner) },
    })
    expect(answer.statusCode).toBe(200)
  })
})

describe('a project of a restricted organization', () => {
  const ask = () =>
    production.inject({
      url: `/p/${ref}/rest/v1/`,
      headers: { apikey: project.project.keys.publishableKey },
    })
  const restrict = (status: string | null) =>
    test.call({
      method: 'PUT',
      url: `/platform/organizations/${slug}/restriction`,
      as: 'operator',
      body: status === null ? null : { status },
    })

  it('returns 402 from its public API until the restriction is lifted', async () => {
    expect((await ask()).statusCode).toBe(200)
    await restrict('restricted')
    const refused = await ask()
    expect(refused.statusCode).toBe(402)
    expect(refused.json()).toEqual({
      code: 'organization_restricted',
      message: expect.any(String),
      hint: expect.any(String),
    })
    expect(refused.headers['access-control-allow-origin']).toBe('*')
    await restrict(null)
    expect((await ask()).statusCode).toBe(200)
  })

  it('still serves its members', async () => {
    await restrict('restricted')
    expect((await tables(await handleOf(owner))).statusCode).toBe(200)
  })
})

it('refuses a route that does not exist before it reads the body, and does not send the page', async () => {
  const post = async (url: string) => {
    const answer = await production.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json' },
      payload: '{',
    })
    return [answer.statusCode, answer.json<unknown>()]
  }
  expect(await post('/v1/nothing')).toMatchObject([
    404,
    { code: 'route_not_found', hint: expect.stringContaining('Management API') },
  ])
  for (const url of [`/p/${ref}`, `/p/${ref}/nothing/v1`, `/p/${ref}/rest/v2/todos`])
    expect(await post(url)).toMatchObject([404, { code: 'no_such_api' }])
  const read = await production.inject({ url: `/v2/projects/${ref}/config` })
  expect([read.statusCode, read.json()]).toMatchObject([404, { code: 'route_not_found' }])
})
