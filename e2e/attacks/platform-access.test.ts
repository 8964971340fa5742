import type { Endpoint } from '@stoa/contract/endpoint'
import type { Permission, Role } from '@stoa/contract/platform/permissions'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { urlOf } from '../../server/src/lib/http.ts'
import { memberRoutes } from '../../server/test/service-routes.ts'
import { deriveKey } from '../../server/src/lib/secret-box.ts'
import { signJwt } from '../../server/src/lib/jwt.ts'
import {
  buildRequest,
  hasNestedId,
  mixed,
  namesFields,
  targetOf,
  type AttackTarget,
} from '../support/attack-requests.ts'
import type { AttackPerson } from '../support/attack-world.ts'
import { contractEndpoints, nameOf } from '../support/contract-endpoints.ts'
import { installationKeyOf, openControlPlane, takeSnapshot } from '../support/control-plane.ts'

const world = inject('attackWorld')
const [victim, other] = world.organizations
const [front, back] = victim.projects
const target = targetOf(world, victim, front)
const endpoints = await contractEndpoints()
const guarded = endpoints.filter(({ access }) => access.includes(':'))

let control: pg.Client
beforeAll(async () => {
  control = await openControlPlane(world.dataDir)
})
afterAll(() => control.end())

type Answer = { readonly status: number; readonly code: string | undefined; readonly text: string }

/** Sends an operation's request with the given headers. */
async function send(
  endpoint: Endpoint,
  to: AttackTarget,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const { method, path, body } = buildRequest(endpoint, to)
  const response = await fetch(world.url + path, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body }),
  })
  const text = await response.text()
  return { status: response.status, code: codeOf(text), text }
}

function codeOf(text: string): string | undefined {
  try {
    return (JSON.parse(text) as { code?: string }).code
  } catch {
    return undefined
  }
}

const as = ({ token }: Pick<AttackPerson, 'token'>) => ({ authorization: `Bearer ${token}` })

/** As a member, with the handle that database metadata requires. */
const asMember = (person: AttackPerson, ref: string) => ({
  ...as(person),
  'x-connection-encrypted':
    [...victim.projects, ...other.projects].find((project) => project.ref === ref)?.handles[
      person.id
    ] ?? 'none',
})

/** Texts in a response to an outsider that would give the organization away. */
const secrets = [
  victim.marker,
  victim.slug,
  ...[...Object.values(victim.people), victim.former].flatMap(({ id, email }) => [id, email]),
  ...victim.projects.flatMap(({ ref, user, apiKeyId, snippetId }) => [
    ref,
    user.id,
    apiKeyId,
    snippetId,
  ]),
]
const leaksIn = (text: string) => secrets.filter((secret) => text.includes(secret))

/** Runs attacks and returns a line for each unexpected response. */
async function expectOf(
  list: readonly Endpoint[],
  attack: (endpoint: Endpoint) => Promise<Answer>,
  isExpected: (answer: Answer, endpoint: Endpoint) => boolean,
): Promise<string[]> {
  const wrong: string[] = []
  for (const endpoint of list) {
    const answer = await attack(endpoint)
    if (!isExpected(answer, endpoint))
      wrong.push(`${nameOf(endpoint)}: ${answer.status} ${answer.text.slice(0, 200)}`)
  }
  return wrong
}

/** Runs attacks that must leave every table of the platform as it was. */
async function withoutChange(attacks: () => Promise<void>): Promise<void> {
  const before = await takeSnapshot(control)
  await attacks()
  expect(await takeSnapshot(control)).toEqual(before)
}

describe('the operations', () => {
  it('that need no account are listed here', () => {
    const open = endpoints.filter(({ access }) => access === 'public' || access === 'anyone')
    expect(open.map(nameOf).sort()).toEqual([
      'GET /platform/consent',
      'GET /platform/incidents',
      'GET /platform/installation',
      'GET /platform/notices',
      'POST /platform/installation/claim',
      'POST /platform/installation/claim/check',
      'POST /platform/invitations/read',
      'POST /platform/telemetry/errors',
      'POST /platform/telemetry/event',
    ])
  })

  it('of services for members are all in the contract, and therefore attacked here', async () => {
    const known = endpoints.map(({ method, path }) => `${method} ${urlOf({ path })}`)
    const served = (await memberRoutes()).filter(({ method }) => method !== 'HEAD')
    expect(served.length).toBeGreaterThan(25)
    expect(served.map(({ method, path }) => `${method} ${path}`)).toSatisfy((routes: string[]) =>
      routes.every((route) => known.includes(route)),
    )
  })

  it('can all be built as valid requests', () => {
    expect(endpoints.length).toBeGreaterThan(110)
    for (const endpoint of endpoints) buildRequest(endpoint, target)
  })
})

const closed = endpoints.filter(({ access }) => access !== 'public' && access !== 'anyone')

describe('a caller without a valid session', () => {
  const expired = async () => {
    const secret = deriveKey(await installationKeyOf(world.dataDir), 'platform/jwt')
    const [, payload = ''] = victim.people.owner.token.split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object
    return signJwt(
      { ...claims, iat: 1_600_000_000, exp: 1_600_003_600 },
      secret.toString('base64url'),
    )
  }
  const bearer = (token: string) => async () => ({ authorization: `Bearer ${token}` })

  it.each<[string, string, () => Promise<Record<string, string>>]>([
    ['no token', 'not_signed_in', async () => ({})],
    ['an empty token', 'not_signed_in', async () => ({ authorization: 'Bearer ' })],
    ['a token that is no JWT', 'not_signed_in', bearer('root')],
    ['another scheme', 'not_signed_in', async () => ({ authorization: 'Basic cm9vdDpyb290' })],
    [
      'a session in a cookie',
      'not_signed_in',
      async () => ({ cookie: `access_token=${victim.people.owner.token}` }),
    ],
    [
      'a session as an API key',
      'not_signed_in',
      async () => ({ apikey: victim.people.owner.token }),
    ],
    [
      'an expired session',
      'session_expired',
      async () => ({ authorization: `Bearer ${await expired()}` }),
    ],
    ['a session that was signed out', 'not_signed_in', bearer(world.signedOutToken)],
    ["a token of the project's own user", 'not_signed_in', bearer(front.user.token)],
    ["the project's service key", 'not_signed_in', bearer(front.serviceRoleKey)],
    ["the project's secret key", 'not_signed_in', bearer(front.secretKey)],
    ["the project's anon key", 'not_signed_in', bearer(front.anonKey)],
  ])('is refused everywhere with 401: %s', async (_, code, headers) => {
    const given = await headers()
    await withoutChange(async () => {
      const wrong = await expectOf(
        closed,
        (endpoint) => send(endpoint, target, given),
        (answer) => answer.status === 401 && answer.code === code,
      )
      expect(wrong).toEqual([])
    })
  })
})

describe('somebody outside of the organization', () => {
  /** Ids that do not exist, in the same format as the victim's. */
  const nothing: AttackTarget = { ...target, slug: 'a'.repeat(20), ref: 'b'.repeat(20) }

  it.each([
    ['a stranger', world.stranger],
    ['an owner of another organization', other.people.owner],
    ['a member who was removed', victim.former],
  ])('gets the same 404 as for what does not exist: %s', async (_, person) => {
    await withoutChange(async () => {
      const wrong: string[] = []
      for (const endpoint of guarded) {
        const real = await send(endpoint, target, asMember(person, front.ref))
        const unreal = await send(endpoint, nothing, asMember(person, front.ref))
        const isHidden = real.status === 404 && real.code?.endsWith('_not_found') === true
        if (!isHidden || real.text !== unreal.text || real.status !== unreal.status)
          wrong.push(`${nameOf(endpoint)}: ${real.status} ${real.text}, not ${unreal.text}`)
      }
      expect(wrong).toEqual([])
    })
  })

  it.each([
    ['a stranger', world.stranger],
    ['an owner of another organization', other.people.owner],
  ])('learns and changes nothing by naming it in a query or body: %s', async (_, person) => {
    const naming = endpoints.filter(
      (endpoint) =>
        ['signed-in', 'anyone', 'public'].includes(endpoint.access) &&
        namesFields(endpoint, target) &&
        // The token of an invitation is a proof, not a name: its holder may read the invitation.
        nameOf(endpoint) !== 'POST /platform/invitations/read',
    )
    expect(naming.length).toBeGreaterThan(3)
    const before = await takeSnapshot(control, { mentioning: secrets })
    const wrong = await expectOf(
      naming,
      (endpoint) => send(endpoint, target, as(person)),
      ({ status, text }) => status < 500 && leaksIn(text).length === 0,
    )
    expect(wrong).toEqual([])
    expect(await takeSnapshot(control, { mentioning: secrets })).toEqual(before)
  })

  it('reads no invitation without its token', async () => {
    const read = endpoints.filter((each) => nameOf(each) === 'POST /platform/invitations/read')
    const guess = { ...target, fields: { ...target.fields, token: 'a'.repeat(43) } }
    const wrong = await expectOf(
      read,
      (endpoint) => send(endpoint, guess, as(world.stranger)),
      ({ status, text }) => status === 404 && leaksIn(text).length === 0,
    )
    expect(wrong).toEqual([])
    expect(read).toHaveLength(1)
  })

  it.each([
    ['a stranger', world.stranger],
    ['an owner of another organization', other.people.owner],
  ])('reads nothing of it in any list of their own: %s', async (_, person) => {
    const own = endpoints.filter(
      ({ access, method }) => method === 'GET' && !access.includes(':') && access !== 'operator',
    )
    const wrong = await expectOf(
      own,
      (endpoint) => send(endpoint, targetOf(world, other, other.projects[0]), as(person)),
      ({ status, text }) => status < 500 && leaksIn(text).length === 0,
    )
    expect(wrong).toEqual([])
  })
})

describe('a member without the permission', () => {
  const abilities = new Map<Role, readonly Permission[]>()
  beforeAll(async () => {
    for (const [role, person] of Object.entries(victim.people)) {
      const response = await fetch(`${world.url}/platform/organizations/${victim.slug}`, {
        headers: as(person),
      })
      const body = (await response.json()) as { abilities: Permission[] }
      abilities.set(role as Role, body.abilities)
    }
  })

  it('is refused with 403 and the permission, in every role', async () => {
    await withoutChange(async () => {
      for (const [role, person] of Object.entries(victim.people)) {
        const able = abilities.get(role as Role) ?? []
        const denied = guarded.filter(({ access }) => !able.includes(access as Permission))
        const wrong = await expectOf(
          denied,
          (endpoint) => send(endpoint, target, asMember(person, front.ref)),
          ({ status, text }, { access }) => status === 403 && isForbidden(text, access),
        )
        expect({ role, wrong }).toEqual({ role, wrong: [] })
        // An owner has every permission; each other role is refused something.
        expect({ role, isDenied: denied.length > 0 }).toEqual({ role, isDenied: role !== 'owner' })
      }
    })
  })

  it('with the role read-only can read, and writes nothing but their own snippets', () => {
    const writes = (abilities.get('read_only') ?? []).filter((ability) => !/:read/.test(ability))
    expect(writes).toEqual(['content:write'])
  })

  it.each([['owner'], ['read_only']] as const)(
    'cannot do what operators do, as %s',
    async (role) => {
      const operators = endpoints.filter(({ access }) => access === 'operator')
      expect(operators.length).toBeGreaterThan(10)
      await withoutChange(async () => {
        const wrong = await expectOf(
          operators,
          (endpoint) => send(endpoint, target, as(victim.people[role])),
          ({ status, text }) => status === 403 && isForbidden(text, 'operator'),
        )
        expect(wrong).toEqual([])
      })
    },
  )

  function isForbidden(text: string, permission: string): boolean {
    const { code, details } = JSON.parse(text) as {
      code: string
      details: { permission: string } | undefined
    }
    return code === 'forbidden' && details?.permission === permission
  }
})

describe('ids of one organization in the path of another', () => {
  const nested = guarded.filter(hasNestedId)

  it.each([
    ["another organization's", mixed(targetOf(world, other, other.projects[0]), target)],
    [
      "another project's of the same organization",
      mixed(targetOf(world, victim, back), targetOf(world, victim, front)),
    ],
  ])('reach nothing: %s', async (_, crossed) => {
    expect(nested.length).toBeGreaterThan(15)
    const person = crossed.slug === victim.slug ? victim.people.owner : other.people.owner
    const before = await takeSnapshot(control, { mentioning: [front.ref, front.apiKeyId] })
    const wrong = await expectOf(
      // Members and invitations belong to the organization, which is the same one in one of the cases.
      nested.filter(({ path }) => crossed.slug !== victim.slug || !path.includes('{slug}')),
      (endpoint) => send(endpoint, crossed, asMember(person, crossed.ref)),
      ({ status, text }) => isNothing(status, text) && !text.includes(front.ref),
    )
    expect(wrong).toEqual([])
    expect(await takeSnapshot(control, { mentioning: [front.ref, front.apiKeyId] })).toEqual(before)
  })

  /** Refused as not found, a list without an item, or a cancellation that found no run. */
  const isNothing = (status: number, text: string) =>
    status === 404 || text === '[]' || text === '{"cancelled":false}'
})

describe('a handle for database metadata', () => {
  const metadata = guarded.filter(({ path }) => /^\/platform\/(pg-)?meta\//.test(path))
  const { owner, developer } = victim.people
  const handle = (value: string | undefined) => ({
    ...as(owner),
    ...(value !== undefined && { 'x-connection-encrypted': value }),
  })

  it.each([
    ['is required', undefined, 'connection_handle_missing'],
    ["cannot be a colleague's", front.handles[developer.id], 'connection_handle_invalid'],
    ["cannot be another project's", back.handles[owner.id], 'connection_handle_invalid'],
    ['cannot be made up', 'AQ'.repeat(40), 'connection_handle_invalid'],
  ])('%s', async (_, value, code) => {
    expect(metadata.length).toBeGreaterThan(20)
    const wrong = await expectOf(
      metadata,
      (endpoint) => send(endpoint, target, handle(value)),
      (answer) => answer.status === 400 && answer.code === code,
    )
    expect(wrong).toEqual([])
  })
})
