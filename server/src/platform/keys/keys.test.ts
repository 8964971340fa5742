import type { Role } from '@stoa/contract/platform/permissions'
import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  createTestPlatform,
  type Call,
  type TestPerson,
  type TestPlatform,
} from '../../../test/platform.ts'
import { sql } from '../../postgres/sql.ts'

let test: TestPlatform
let owner: TestPerson
let slug: string
let ref: string
const people = new Map<Role, TestPerson>()

beforeAll(async () => {
  test = await createTestPlatform()
  owner = await test.person('owner')
  slug = await test.organization(owner)
  ref = await test.project(owner, slug)
  for (const role of ['administrator', 'developer', 'read_only'] as const)
    people.set(role, await test.memberOf(slug, role))
  people.set('owner', owner)
})
afterAll(() => test.stop())

const call = (
  method: Call['method'],
  path: string,
  { as = owner, body, of = ref }: { as?: Call['as']; body?: unknown; of?: string } = {},
) => test.call({ method, url: `/platform/projects/${of}${path}`, as, body })

const AuditRow = z.object({
  action: z.string(),
  target: z.string().nullable(),
  metadata: z.record(z.string(), z.unknown()),
})
const auditOf = (project: string) =>
  test.control.database.as('supabase_admin').many(
    sql`
      select action, target, metadata from platform.audit_log
      where project_ref = ${project} order by id`,
    AuditRow,
  )

const newKey = (name: string) => ({ kind: 'secret', name, description: 'for the nightly job' })
const NOBODY = '00000000-0000-4000-8000-000000000000'

describe('the endpoints of the keys', () => {
  const everybody: readonly Role[] = ['owner', 'administrator', 'developer', 'read_only']
  const builders = everybody.slice(0, 3)
  const managers = everybody.slice(0, 2)

  // Unknown ids and invalid bodies: an admitted caller gets another 4xx, and nothing changes.
  it.each([
    ['GET', '/api-keys', undefined, everybody, 200],
    ['POST', '/api-keys/reveal', undefined, builders, 200],
    ['POST', '/api-keys', {}, managers, 400],
    ['POST', `/api-keys/${NOBODY}/reveal`, undefined, builders, 404],
    ['DELETE', `/api-keys/${NOBODY}`, undefined, managers, 404],
    ['PUT', '/api-keys/legacy', { enabled: true }, managers, 200],
    ['GET', '/signing-keys', undefined, everybody, 200],
    ['POST', '/signing-keys', {}, managers, 400],
    ['POST', `/signing-keys/${NOBODY}/rotate`, undefined, managers, 404],
    ['POST', `/signing-keys/${NOBODY}/revoke`, undefined, managers, 404],
    ['POST', `/signing-keys/${NOBODY}/reveal`, undefined, managers, 404],
    ['DELETE', `/signing-keys/${NOBODY}`, undefined, managers, 404],
  ] as const)('%s %s follows the permission table', async (method, path, body, roles, status) => {
    for (const role of everybody) {
      const answer = await call(method, path, { as: people.get(role), body })
      expect([role, answer.statusCode]).toEqual([role, roles.includes(role) ? status : 403])
    }
    expect((await call(method, path, { as: 'operator', body })).statusCode).toBe(status)
    const stranger = await test.person('stranger')
    expect((await call(method, path, { as: stranger, body })).statusCode).toBe(404)
    expect((await test.call({ method, url: `/platform/projects/${ref}${path}` })).statusCode).toBe(
      401,
    )
  })
})

describe('API keys', () => {
  it('are listed with the two defaults, without the value of the secret key', async () => {
    const of = await test.project(owner, slug)
    const answer = await call('GET', '/api-keys', { as: people.get('read_only'), of })
    const { keys } = await test.fleet.secrets(of)
    expect(answer.json()).toEqual({
      anon_key: keys.anonKey,
      publishable_key: keys.publishableKey,
      are_legacy_keys_enabled: true,
      keys: expect.arrayContaining([
        expect.objectContaining({ kind: 'publishable', value: keys.publishableKey }),
        expect.objectContaining({ kind: 'secret', value: null, name: 'default' }),
      ]),
    })
    expect(answer.body).not.toContain(keys.secretKey)
    expect(answer.body).toContain(`"${keys.secretKey.slice(0, 15)}"`)
  })

  it('are created, revealed and deleted, each with an audit row that omits the value', async () => {
    const of = await test.project(owner, slug)
    const made = await call('POST', '/api-keys', { of, body: newKey('nightly') })
    expect(made.statusCode).toBe(201)
    const key = z.object({ id: z.string(), value: z.string() }).parse(made.json())
    const revealed = await call('POST', `/api-keys/${key.id}/reveal`, {
      of,
      as: people.get('developer'),
    })
    expect(revealed.json()).toEqual({ value: key.value })
    expect((await call('DELETE', `/api-keys/${key.id}`, { of })).statusCode).toBe(200)
    expect((await call('POST', `/api-keys/${key.id}/reveal`, { of })).statusCode).toBe(404)
    const rows = (await auditOf(of)).slice(1)
    const metadata = { kind: 'secret', name: 'nightly' }
    expect(rows).toEqual([
      { action: 'api_key.create', target: key.id, metadata },
      { action: 'api_key.reveal', target: key.id, metadata },
      { action: 'api_key.delete', target: key.id, metadata },
    ])
    expect(JSON.stringify(rows)).not.toContain(key.value)
  })

  it.each([
    ['', 400],
    ['Nightly', 400],
    ['9lives', 400],
    ['a b', 400],
    ['a'.repeat(65), 400],
    ["x'; drop table", 400],
    ['a'.repeat(64), 201],
    ['_', 201],
    ['default', 409],
  ])('named %j are answered with status %i', async (name, status) => {
    const answer = await call('POST', '/api-keys', { body: newKey(name) })
    expect(answer.statusCode).toBe(status)
  })

  it('are refused with a long description or an unknown kind', async () => {
    for (const change of [{ description: 'x'.repeat(501) }, { kind: 'root' }, { kind: undefined }])
      expect(
        (await call('POST', '/api-keys', { body: { ...newKey('odd'), ...change } })).statusCode,
      ).toBe(400)
  })

  it("of another organization's project return 404", async () => {
    const stranger = await test.person('stranger')
    const theirs = await test.project(stranger, await test.organization(stranger, 'Other'))
    const Keys = z.object({ keys: z.array(z.object({ id: z.string() })) })
    const { keys } = Keys.parse((await call('GET', '/api-keys')).json())
    for (const { id } of keys)
      for (const [method, path] of [
        ['POST', `/api-keys/${id}/reveal`],
        ['DELETE', `/api-keys/${id}`],
      ] as const) {
        const answer = await call(method, path, { of: theirs, as: stranger })
        expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([
          404,
          'api_key_not_found',
        ])
      }
  })

  it('of the legacy kind can be disabled and enabled, each with an audit row', async () => {
    const of = await test.project(owner, slug)
    for (const enabled of [false, true]) {
      const answer = await call('PUT', '/api-keys/legacy', { of, body: { enabled } })
      expect(answer.json()).toEqual({ enabled })
      expect((await call('GET', '/api-keys', { of })).json()).toMatchObject({
        are_legacy_keys_enabled: enabled,
      })
    }
    expect((await auditOf(of)).slice(1).map(({ action }) => action)).toEqual([
      'api_key.disable_legacy',
      'api_key.enable_legacy',
    ])
  })
})

describe('signing keys', () => {
  const One = z.object({ id: z.string(), state: z.string(), algorithm: z.string() })
  const List = z.object({ keys: z.array(One), jwks_url: z.string() })

  it('go from standby to deleted, with an audit row for each step', async () => {
    const of = await test.project(owner, slug)
    const step = async (method: Call['method'], path: string, body?: unknown) => {
      const answer = await call(method, path, { of, body })
      expect([path, answer.statusCode < 300]).toEqual([path, true])
      return answer
    }
    const { keys, jwks_url } = List.parse((await call('GET', '/signing-keys', { of })).json())
    expect(jwks_url).toBe(`http://localhost:8001/p/${of}/auth/v1/.well-known/jwks.json`)
    const [first] = keys
    expect(first).toMatchObject({ state: 'in_use', algorithm: 'HS256' })
    const { id } = One.parse((await step('POST', '/signing-keys', { algorithm: 'ES256' })).json())
    const rotated = await step('POST', `/signing-keys/${id}/rotate`)
    expect(rotated.json()).toMatchObject({ id, state: 'in_use', public_jwk: { kty: 'EC' } })
    expect(rotated.body).not.toContain('"d"')
    const revoked = await step('POST', `/signing-keys/${first?.id}/revoke`)
    expect(revoked.json()).toMatchObject({ state: 'revoked' })
    await step('DELETE', `/signing-keys/${first?.id}`)
    expect((await step('POST', `/signing-keys/${id}/reveal`)).body).toContain('BEGIN PRIVATE KEY')
    expect((await auditOf(of)).slice(1).map(({ action, target }) => [action, target])).toEqual([
      ['signing_key.create', id],
      ['signing_key.rotate', id],
      ['signing_key.revoke', first?.id],
      ['signing_key.delete', first?.id],
      ['signing_key.reveal', id],
    ])
  })

  it('can be imported; neither responses nor the audit log contain the private key', async () => {
    const of = await test.project(owner, slug)
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const body = { algorithm: 'RS256', private_key: pem }
    const answer = await call('POST', '/signing-keys', { of, body })
    expect(answer.json()).toMatchObject({ state: 'standby', algorithm: 'RS256' })
    const { d = '' } = privateKey.export({ format: 'jwk' })
    expect(answer.body).not.toContain(d)
    expect(JSON.stringify(await auditOf(of))).not.toContain(d)
    expect((await auditOf(of)).at(-1)).toMatchObject({ action: 'signing_key.import' })
  })

  it.each([
    [{ algorithm: 'none' }, 'invalid_request'],
    [{ algorithm: 'ES256', private_key: '' }, 'invalid_request'],
    [{ algorithm: 'ES256', private_key: 'x'.repeat(20_001) }, 'invalid_request'],
    [{ algorithm: 'ES256', private_key: 'rubbish' }, 'signing_key_invalid'],
    [{ algorithm: 'HS256', private_key: 'short' }, 'signing_key_invalid'],
  ])('are refused when imported as %j', async (body, code) => {
    const answer = await call('POST', '/signing-keys', { body })
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, code])
  })
})
