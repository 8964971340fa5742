import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import {
  createTestPlatform,
  STRONG_PASSWORD,
  type Call,
  type TestPerson,
  type TestPlatform,
} from '../../test/platform.ts'
import { sql } from '../postgres/sql.ts'
import { audit, storable, systemActor } from './audit.ts'

let test: TestPlatform
let owner: TestPerson
let slug: string
beforeAll(async () => {
  test = await createTestPlatform()
  owner = await test.person('owner')
  slug = await test.organization(owner)
  await session().run(sql`
    create function platform.refuse_audit() returns trigger language plpgsql
    as $$ begin raise exception 'the audit log is full'; end $$`)
})
afterEach(() => session().run(sql`drop trigger if exists refuse on platform.audit_log`))
afterAll(() => test.stop())

const session = () => test.control.database.as('supabase_admin')
const refuseAudit = () =>
  session().run(sql`
    create trigger refuse before insert on platform.audit_log
    for each row execute function platform.refuse_audit()`)

const Made = z.object({ id: z.string() })

/** Everything that the changes below could modify. */
async function stateOf(ref: string) {
  const instance = await test.fleet.get(ref)
  const { apiKeys, signingKeys, areLegacyKeysEnabled } = await test.fleet.keys.list(ref)
  const { databasePassword } = await test.fleet.secrets(ref)
  const listed = await test.call({ method: 'GET', url: '/platform/projects', as: owner })
  return {
    status: instance?.status,
    apiKeys: apiKeys.map(({ id }) => id),
    signingKeys: signingKeys.map(({ id, state }) => [id, state]),
    areLegacyKeysEnabled,
    databasePassword,
    isListed: listed.json<{ ref: string }[]>().some((project) => project.ref === ref),
  }
}

type AuditedCall = Pick<Call, 'method' | 'body'> & { readonly path: string }
type Keys = { readonly apiKey: string; readonly standby: string }
const changes: readonly [string, (keys: Keys) => AuditedCall][] = [
  ['pausing a project', () => ({ method: 'POST', path: '/pause' })],
  ['resuming a project', () => ({ method: 'POST', path: '/resume' })],
  ['restarting a project', () => ({ method: 'POST', path: '/restart' })],
  ['retrying a project', () => ({ method: 'POST', path: '/retry' })],
  ['deleting a project', () => ({ method: 'DELETE', path: '' })],
  [
    'changing the database password',
    () => ({
      method: 'PUT',
      path: '/database-password',
      body: { password: `${STRONG_PASSWORD}-2` },
    }),
  ],
  [
    'creating an API key',
    () => ({ method: 'POST', path: '/api-keys', body: { kind: 'secret', name: 'another' } }),
  ],
  ['deleting an API key', ({ apiKey }) => ({ method: 'DELETE', path: `/api-keys/${apiKey}` })],
  [
    'disabling the legacy API keys',
    () => ({ method: 'PUT', path: '/api-keys/legacy', body: { enabled: false } }),
  ],
  [
    'rotating to a signing key',
    ({ standby }) => ({ method: 'POST', path: `/signing-keys/${standby}/rotate` }),
  ],
  [
    'revoking a signing key',
    ({ standby }) => ({ method: 'POST', path: `/signing-keys/${standby}/revoke` }),
  ],
]

it.each(changes)('%s is undone when its audit row cannot be written', async (_what, changeOf) => {
  const ref = await test.project(owner, slug)
  const url = `/platform/projects/${ref}`
  const make = async (path: string, body: object) =>
    Made.parse((await test.call({ method: 'POST', url: `${url}${path}`, as: owner, body })).json())
  const { id: apiKey } = await make('/api-keys', { kind: 'secret', name: 'nightly' })
  const { id: standby } = await make('/signing-keys', { algorithm: 'HS256' })
  test.fleet.become(ref, { status: 'ACTIVE_HEALTHY' })
  const { path, ...change } = changeOf({ apiKey, standby })
  const before = await stateOf(ref)
  await refuseAudit()
  const refused = await test.call({ ...change, url: `${url}${path}`, as: owner })
  expect(refused.statusCode).toBe(500)
  expect(await stateOf(ref)).toEqual(before)
})

it.each([
  ['pausing', 'POST', '/pause', 'project.pause'],
  ['resuming', 'POST', '/resume', 'project.resume'],
  ['restarting', 'POST', '/restart', 'project.restart'],
  ['retrying', 'POST', '/retry', 'project.retry'],
  ['deleting', 'DELETE', '', 'project.delete'],
] as const)(
  '%s a project leaves no audit row when the change is undone',
  async (_what, method, path, action) => {
    const ref = await test.project(owner, slug)
    test.fleet.become(ref, { status: 'ACTIVE_HEALTHY' })
    const change = { method, url: `/platform/projects/${ref}${path}`, as: owner }
    const rowsOf = () =>
      session().run(sql`
        select from platform.audit_log where action = ${action} and project_ref = ${ref}`)
    test.fleet.failNext(new Error('The disk is full'))
    expect((await test.call(change)).statusCode).toBe(500)
    expect(await rowsOf()).toBe(0)
    expect((await test.call(change)).statusCode).toBeLessThan(300)
    expect(await rowsOf()).toBe(1)
  },
)

it('creating a signing key is undone when its audit row cannot be written', async () => {
  const ref = await test.project(owner, slug)
  const before = await stateOf(ref)
  await refuseAudit()
  const refused = await test.call({
    method: 'POST',
    url: `/platform/projects/${ref}/signing-keys`,
    as: owner,
    body: { algorithm: 'HS256' },
  })
  expect(refused.statusCode).toBe(500)
  expect(await stateOf(ref)).toEqual(before)
})

it('deleting a signing key is undone when its audit row cannot be written', async () => {
  const ref = await test.project(owner, slug)
  const url = `/platform/projects/${ref}/signing-keys`
  const made = await test.call({ method: 'POST', url, as: owner, body: { algorithm: 'HS256' } })
  const { id } = Made.parse(made.json())
  await test.call({ method: 'POST', url: `${url}/${id}/revoke`, as: owner })
  const before = await stateOf(ref)
  await refuseAudit()
  const refused = await test.call({ method: 'DELETE', url: `${url}/${id}`, as: owner })
  expect(refused.statusCode).toBe(500)
  expect(await stateOf(ref)).toEqual(before)
})

it('stores an action of a service even if Postgres cannot store its texts', async () => {
  const text = `a\0b\ud800 ${'x'.repeat(5000)}`
  const action = storable({ action: 'test.texts', target: text, metadata: { text, count: 1 } })
  await audit(session(), systemActor(new Date()), action)
  const rows = await session().many(
    sql`select target, metadata from platform.audit_log where action = 'test.texts'`,
    z.object({ target: z.string(), metadata: z.unknown() }),
  )
  const stored = `a\u{fffd}b\u{fffd} ${'x'.repeat(5000)}`.slice(0, 2000)
  expect(rows).toEqual([{ target: stored, metadata: { text: stored, count: 1 } }])
})
