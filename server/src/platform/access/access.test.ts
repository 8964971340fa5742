import { readdir } from 'node:fs/promises'
import type { Endpoint } from '@stoa/contract/endpoint'
import { Role, type Permission } from '@stoa/contract/platform/permissions'
import Fastify, { type FastifyRequest } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  createTestPlatform,
  OPERATOR_TOKEN,
  type TestPerson,
  type TestPlatform,
} from '../../../test/platform.ts'
import { systemClock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import { sql } from '../../postgres/sql.ts'
import { createPermissionTable, platformGrants } from '../permissions.ts'
import { createAccess } from './access.ts'

let test: TestPlatform
let slug: string
let ref: string
const people = new Map<string, TestPerson | 'operator' | undefined>()

beforeAll(async () => {
  test = await createTestPlatform()
  const owner = await test.person('owner')
  slug = await test.organization(owner)
  ref = await test.project(owner, slug)
  people.set('owner', owner)
  for (const role of Role.options.slice(1)) people.set(role, await test.memberOf(slug, role))
  people.set('stranger', await test.person('stranger'))
  people.set('anonymous', undefined)
  people.set('operator', 'operator')
})
afterAll(() => test.stop())

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'access' in value

async function contractEndpoints(): Promise<Endpoint[]> {
  const folder = new URL('../../../../contract/src/platform/', import.meta.url)
  const modules = await Promise.all(
    (await readdir(folder)).map(
      (file) => import(new URL(file, folder).href) as Promise<Record<string, unknown>>,
    ),
  )
  return modules.flatMap((module) => Object.values(module).filter(isEndpoint))
}

const nobody = '00000000-0000-4000-8000-000000000000'
const fill = (path: string, values: Record<string, string>) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? nobody)

it('binds every endpoint of the contract to a route', async () => {
  const endpoints = await contractEndpoints()
  expect(endpoints.length).toBeGreaterThan(30)
  const missing = endpoints.filter(
    ({ method, path }) => !test.app.hasRoute({ method, url: path.replaceAll(/\{(\w+)\}/g, ':$1') }),
  )
  expect(missing.map(({ path }) => path)).toEqual([])
})

/** The outcome of a request: the refusal's code, or that it was admitted. */
function outcomeOf(status: number, code: string | undefined): string {
  if (status === 500) return `fault: ${code}`
  const isRefusal =
    status === 401 || code === 'forbidden' || /^(organization|project)_not_found$/.test(code ?? '')
  return isRefusal && code !== undefined ? code : 'enters'
}

function expectedOutcome(who: string, { access, path }: Endpoint): string {
  if (access === 'anyone') return 'enters'
  if (who === 'anonymous') return 'not_signed_in'
  if (who === 'operator' || access === 'signed-in') return 'enters'
  if (access === 'operator') return 'forbidden'
  if (who === 'stranger')
    return path.includes('{slug}') ? 'organization_not_found' : 'project_not_found'
  return platformGrants[access as Permission]?.includes(who as Role) ? 'enters' : 'forbidden'
}

describe('who may enter each endpoint', () => {
  // Requests have no bodies: an admitted caller gets a validation error, anybody else a refusal.
  it.each([...Role.options, 'stranger', 'anonymous', 'operator'])(
    'admits %s according to the permission table',
    async (who) => {
      const endpoints = (await contractEndpoints()).filter(({ access }) => access !== 'public')
      for (const endpoint of endpoints) {
        const { method, path, body } = endpoint
        const expected = expectedOutcome(who, endpoint)
        // A request that would change the data of the later ones is tested with its verb.
        if (expected === 'enters' && method !== 'GET' && body === undefined) continue
        const url = fill(path, { slug, ref })
        const answer = await test.call({ method, url, as: people.get(who) })
        // Only downloads are not JSON, and no refusal is a download.
        const isJson = /json/.test(String(answer.headers['content-type']))
        const { code } = isJson ? answer.json<{ code?: string }>() : {}
        expect(outcomeOf(answer.statusCode, code), `${who} ${method} ${path}`).toBe(expected)
      }
    },
  )

  it('names the missing permission in a refusal', async () => {
    const answer = await test.call({
      method: 'PATCH',
      url: `/platform/projects/${ref}`,
      as: people.get('developer'),
      body: { name: 'Mine' },
    })
    expect(answer.statusCode).toBe(403)
    expect(answer.json<{ message: string }>().message).toContain('project:update')
  })
})

const createOwnAccess = () =>
  createAccess({
    control: test.control.database,
    accounts: test.accounts,
    operatorToken: OPERATOR_TOKEN,
    clock: systemClock,
    mode: 'platform',
    disabledFeatures: [],
    permissions: createPermissionTable({ mode: 'platform', disabledFeatures: [] }, []),
  })

it('has no route that names both an organization and a project', async () => {
  const access = createOwnAccess()
  const app = Fastify()
  app.get('/:slug/:ref', (request) => access.authorize(request, 'project:read'))
  const headers = { authorization: `Bearer ${OPERATOR_TOKEN}` }
  const answer = await app.inject({ url: `/${slug}/${ref}`, headers })
  expect(answer.json()).toMatchObject({ message: '/:slug/:ref names two owners' })
})

describe('an endpoint that refuses nobody', () => {
  it.each([
    ['anyone', undefined, 'not_signed_in'],
    ['public', undefined, 'not_signed_in'],
    ['public', OPERATOR_TOKEN, 'not_signed_in'],
    ['anyone', OPERATOR_TOKEN, 'operator'],
  ] as const)(
    'open to %s gives a caller with the token %s the standing %s',
    async (level, token, expected) => {
      const access = createOwnAccess()
      const standingOf = async (request: FastifyRequest) => {
        const member = await access.authorize(request, level)
        const found = await access
          .requireIn(member, slug, 'organization:delete')
          .catch((error: unknown) => (error instanceof AppError ? error : Promise.reject(error)))
        return found instanceof AppError ? found.code : found.standing
      }
      const app = Fastify()
      app.get('/open', (request) => standingOf(request))
      const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
      expect((await app.inject({ url: '/open', headers })).body).toBe(expected)
    },
  )
})

describe('what a stranger sees', () => {
  it.each([
    ['organizations', () => slug, 'organization_not_found'],
    ['projects', () => ref, 'project_not_found'],
  ])('is the same for the %s of others and for unknown ones', async (kind, id, code) => {
    const as = people.get('stranger')
    const theirs = await test.call({ method: 'GET', url: `/platform/${kind}/${id()}`, as })
    const unknown = await test.call({ method: 'GET', url: `/platform/${kind}/unknown`, as })
    expect(theirs.statusCode).toBe(404)
    expect(theirs.json()).toEqual(unknown.json())
    expect(theirs.json<{ code: string }>().code).toBe(code)
  })

  it('is the text of the specification for a project', async () => {
    const answer = await test.call({
      method: 'GET',
      url: '/platform/projects/unknown',
      as: people.get('stranger'),
    })
    expect(answer.json<{ message: string }>().message).toBe('This project does not exist')
  })
})

describe("the services' members' doors", () => {
  it.each([
    ['read_only', 'database:read', 200],
    ['read_only', 'database:write', 403],
    ['developer', 'database:write', 200],
    ['stranger', 'database:read', 404],
    ['anonymous', 'database:read', 401],
    ['operator', 'database:write', 200],
  ])('answer %s at a door of %s with status %i', async (who, access, status) => {
    const answer = await test.call({
      method: 'GET',
      url: `/platform/door/${ref}/${access.replace(':', '-')}`,
      as: people.get(who),
    })
    expect(answer.statusCode).toBe(status)
  })

  it('pass the person on to the service', async () => {
    const owner = people.get('owner') as TestPerson
    const answer = await test.call({
      method: 'GET',
      url: `/platform/door/${ref}/database-read`,
      as: owner,
    })
    expect(answer.json()).toEqual({
      kind: 'person',
      userId: owner.userId,
      email: owner.email,
      isOperator: false,
      hasSecondFactor: false,
      credential: 'session',
      sessionId: expect.any(String),
    })
  })
})

it.each([
  ['owner', true],
  ['developer', true],
  ['read_only', false],
])('tells a service whether the %s can write: %s', async (name, canWrite) => {
  const as = people.get(name)
  if (!as) throw new Error(`There is no ${name}`)
  const answer = await test.call({ method: 'GET', url: `/platform/door/${ref}/can-write`, as })
  expect(answer.json()).toBe(canWrite)
})

it('records what a member does through a service', async () => {
  const as = people.get('developer')
  if (!as || as === 'operator') throw new Error('There is no developer')
  await test.call({ method: 'POST', url: `/platform/door/${ref}/act`, as })
  const row = await test.control.database.as('supabase_admin').one(
    sql`select actor_email, action, organization_slug, project_ref, target, metadata
      from platform.audit_log order by id desc limit 1`,
    z.record(z.string(), z.unknown()),
  )
  expect(row).toEqual({
    actor_email: as.email,
    action: 'thing.create',
    organization_slug: slug,
    project_ref: ref,
    target: 'a',
    metadata: { b: 1 },
  })
})

describe('an access token', () => {
  it('of an expired session is refused with session_expired', async () => {
    const person = await test.person('late')
    test.accounts.end(person.token, 'expired')
    const answer = await test.call({ method: 'GET', url: '/platform/profile', as: person })
    expect(answer.statusCode).toBe(401)
    expect(answer.json<{ code: string }>().code).toBe('session_expired')
  })

  it('of a session that was signed out is refused with not_signed_in', async () => {
    const person = await test.person('gone')
    test.accounts.end(person.token, 'signed_out')
    const answer = await test.call({ method: 'GET', url: '/platform/profile', as: person })
    expect(answer.json<{ code: string }>().code).toBe('not_signed_in')
  })

  it('without the second factor of its account is refused with second_factor_required', async () => {
    const person = test.accounts.signIn('two@example.com')
    test.accounts.end(person.token, 'second_factor_required')
    for (const url of ['/platform/profile', `/platform/projects/${ref}`]) {
      const answer = await test.call({ method: 'GET', url, as: person })
      // A 401 would sign out a session that can still prove the factor.
      expect(answer.statusCode).toBe(403)
      expect(answer.json<{ code: string }>().code).toBe('second_factor_required')
    }
    const open = await test.call({ method: 'GET', url: '/platform/installation', as: person })
    expect(open.statusCode).toBe(200)
  })

  it('that is empty does not match an empty operator token', async () => {
    const { app } = await test.restart({ operatorToken: '' })
    const answer = await app.inject({
      url: '/platform/organizations',
      headers: { authorization: 'Bearer ' },
    })
    expect(answer.statusCode).toBe(401)
  })
})

// SPEC: "Organizations that require MFA force users without MFA to /org/{slug}."
it('shows members without a second factor only the page of an organization that requires one', async () => {
  const owner = await test.person('strict')
  const strict = await test.organization(owner, 'Strict')
  const project = await test.project(owner, strict, 'Vault')
  await test.control.database
    .as('supabase_admin')
    .run(sql`update platform.organizations set requires_mfa = true where slug = ${strict}`)
  // Longer than memberships are remembered.
  test.clock.at = new Date(test.clock.at.getTime() + 3000)
  const statusOf = async (url: string) =>
    (await test.call({ method: 'GET', url, as: owner })).statusCode
  expect(await statusOf(`/platform/organizations/${strict}`)).toBe(200)
  // The organization's own page needs none of these.
  for (const part of ['members', 'invitations', 'invoices'])
    expect(await statusOf(`/platform/organizations/${strict}/${part}`)).toBe(403)
  const answer = await test.call({ method: 'GET', url: `/platform/projects/${project}`, as: owner })
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([
    403,
    'organization_requires_mfa',
  ])
  test.accounts.proveSecondFactor(owner)
  expect(await statusOf(`/platform/projects/${project}`)).toBe(200)
})

it('refuses a removed member at once', async () => {
  const member = await test.memberOf(slug, 'developer')
  const url = `/platform/organizations/${slug}`
  expect((await test.call({ method: 'GET', url, as: member })).statusCode).toBe(200)
  const removal = await test.call({
    method: 'DELETE',
    url: `${url}/members/${member.userId}`,
    as: people.get('owner'),
  })
  expect(removal.statusCode).toBe(200)
  expect((await test.call({ method: 'GET', url, as: member })).statusCode).toBe(404)
})

it.each([
  ['a path', { method: 'GET', url: '/platform/organizations/a%00b' } as const],
  ['a body', { method: 'POST', url: '/platform/organizations', body: { name: 'a\0b' } } as const],
  [
    'a text deep in a body',
    {
      method: 'POST',
      url: '/platform/profile/password-check',
      body: { password: 'x', more: [{ deep: '\0' }] },
    } as const,
  ],
  [
    'a body, or half of a surrogate pair,',
    { method: 'POST', url: '/platform/organizations', body: { name: 'a\ud800' } } as const,
  ],
])('refuses a NUL character in %s', async (_place, call) => {
  const answer = await test.call({ ...call, as: people.get('owner') })
  expect(answer.statusCode).toBe(400)
  expect(answer.json<{ code: string }>().code).toBe('invalid_request')
})
