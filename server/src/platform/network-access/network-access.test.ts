import { BAN_RULE, networkAccess } from '@stoa/contract/platform/network-access'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  createTestPlatform,
  type Call,
  type TestPerson,
  type TestPlatform,
} from '../../../test/platform.ts'
import { systemClock } from '../../lib/clock.ts'
import { createBans } from '../../postgres/front-door/bans.ts'
import { sql } from '../../postgres/sql.ts'
import { createKeptBans } from './kept-bans.ts'

let test: TestPlatform
let app: TestPlatform['app']
let owner: TestPerson
let reader: TestPerson
let stranger: TestPerson
let ref: string
let hasTls = true
const bans = createBans({ now: () => new Date() }, BAN_RULE)

beforeAll(async () => {
  test = await createTestPlatform()
  ;({ app } = await test.restart({
    clientBans: bans,
    addresses: () => ({
      publicUrl: 'http://localhost:8000',
      apiUrl: 'http://localhost:8001',
      databaseHost: 'localhost',
      databasePort: 6543,
      databaseTls: hasTls,
    }),
  }))
  owner = await test.person('owner')
  stranger = await test.person('stranger')
  const slug = await test.organization(owner, 'Acme')
  ref = await test.project(owner, slug, 'Shop')
  reader = await test.memberOf(slug, 'read_only')
})
afterAll(() => test.stop())
beforeEach(async () => {
  hasTls = true
  await test.fleet.updateSettings(ref, networkAccess, networkAccess.defaults)
})

async function call(method: Call['method'], path: string, body?: object, as = owner) {
  const answer = await app.inject({
    method,
    url: path.replace('REF', ref),
    headers: { authorization: `Bearer ${as.token}` },
    ...(body && { payload: body }),
  })
  return { status: answer.statusCode, body: z.unknown().parse(answer.json()) }
}

const CONFIG = '/platform/projects/REF/config/network-access'
const RESTRICTIONS = '/v1/projects/REF/network-restrictions'
const ENFORCEMENT = '/v1/projects/REF/ssl-enforcement'
const EVERY = { dbAllowedCidrs: ['0.0.0.0/0'], dbAllowedCidrsV6: ['::/0'] }

describe('who can change the access to a database', () => {
  it.each([
    ['PATCH', CONFIG, { require_tls: false }],
    ['PATCH', RESTRICTIONS, {}],
    ['POST', `${RESTRICTIONS}/apply`, {}],
    ['PUT', ENFORCEMENT, { requestedConfig: { database: false } }],
    ['POST', '/platform/projects/REF/network-bans/lift', { addresses: [] }],
    ['DELETE', '/v1/projects/REF/network-bans', { ipv4_addresses: [] }],
  ] as const)('is decided for %s %s', async (method, path, body) => {
    expect((await call(method, path, body, reader)).status).toBe(403)
    expect((await call(method, path, body, stranger)).status).toBe(404)
    expect((await call(method, path, body)).status).toBeLessThan(300)
  })

  it('lets everyone in the organization read it', async () => {
    expect(await call('GET', CONFIG, undefined, reader)).toEqual({
      status: 200,
      body: networkAccess.defaults,
    })
    expect(
      (await call('GET', '/platform/projects/REF/network-access', undefined, reader)).body,
    ).toEqual({ your_address: '127.0.0.1', certificate: null })
    expect((await call('GET', CONFIG, undefined, stranger)).status).toBe(404)
  })
})

describe('the network restrictions of the Management API', () => {
  it('are everybody at first, and then those that were applied', async () => {
    const applied = { entitlement: 'allowed', status: 'applied' }
    expect((await call('GET', RESTRICTIONS)).body).toEqual({ ...applied, config: EVERY })
    const config = { dbAllowedCidrs: ['203.0.113.0/24'], dbAllowedCidrsV6: [] }
    expect(await call('POST', `${RESTRICTIONS}/apply`, config)).toEqual({
      status: 201,
      body: { ...applied, config },
    })
    expect((await call('GET', RESTRICTIONS)).body).toEqual({ ...applied, config })
    // A missing list is not an empty one.
    await call('POST', `${RESTRICTIONS}/apply`, { dbAllowedCidrsV6: ['2001:db8::/32'] })
    expect((await call('GET', CONFIG)).body).toMatchObject({
      allowed_networks: ['203.0.113.0/24', '2001:db8::/32'],
    })
  })

  it('can be added and removed, also at the same time', async () => {
    const add = (network: string) =>
      call('PATCH', RESTRICTIONS, { add: { dbAllowedCidrs: [network] } })
    await Promise.all([add('10.0.0.1/32'), add('10.0.0.2/32'), add('10.0.0.2/32')])
    const left = await call('PATCH', RESTRICTIONS, {
      remove: { dbAllowedCidrs: ['0.0.0.0/0'], dbAllowedCidrsV6: ['::/0'] },
    })
    expect(left).toMatchObject({
      status: 200,
      body: {
        config: {
          dbAllowedCidrs: [
            { address: '10.0.0.1/32', type: 'v4' },
            { address: '10.0.0.2/32', type: 'v4' },
          ],
        },
      },
    })
  })

  it('are limited, so that a list that cannot be read never replaces one', async () => {
    const many = (from: number) =>
      Array.from({ length: 60 }, (_, index) => `10.0.${from}.${index}/32`)
    await call('PATCH', RESTRICTIONS, { add: { dbAllowedCidrs: many(1) } })
    expect(await call('PATCH', RESTRICTIONS, { add: { dbAllowedCidrs: many(2) } })).toMatchObject({
      status: 400,
      body: { code: 'invalid_request' },
    })
    expect(await call('PATCH', CONFIG, { allowed_networks: ['10.0.0.0'] })).toMatchObject({
      status: 400,
    })
  })

  it('are recorded in the audit log', async () => {
    await call('PATCH', RESTRICTIONS, { add: { dbAllowedCidrs: ['10.9.9.9/32'] } })
    const rows = await test.control.database.as('supabase_admin').many(
      sql`select action from platform.audit_log
        where project_ref = ${ref} and action = 'project.update_network_access'`,
      z.object({ action: z.string() }),
    )
    expect(rows.length).toBeGreaterThan(0)
  })
})

describe('the enforcement of TLS', () => {
  it('is read and changed', async () => {
    const change = { requestedConfig: { database: true } }
    const after = { currentConfig: { database: true }, appliedSuccessfully: true }
    expect(await call('PUT', ENFORCEMENT, change)).toEqual({ status: 200, body: after })
    expect((await call('GET', ENFORCEMENT)).body).toEqual(after)
  })

  it('is refused where the installation has no certificate, and can be turned off there', async () => {
    hasTls = false
    const change = (database: boolean) =>
      call('PUT', ENFORCEMENT, { requestedConfig: { database } })
    expect(await change(true)).toMatchObject({ status: 409, body: { code: 'tls_unavailable' } })
    expect((await change(false)).status).toBe(200)
  })
})

describe('the bans of a project', () => {
  const ban = (network: string) => {
    for (let attempt = 0; attempt < BAN_RULE.maxFailures; attempt += 1) bans.failed(ref, network)
  }

  it('are listed and lifted, which is recorded', async () => {
    ban('203.0.113.7')
    ban('203.0.113.8')
    const listed = await call('GET', '/platform/projects/REF/network-bans', undefined, reader)
    expect(listed.body).toHaveLength(2)
    const lifted = await call('POST', '/platform/projects/REF/network-bans/lift', {
      addresses: ['203.0.113.7', '1.1.1.1'],
    })
    expect(lifted.body).toMatchObject([{ address: '203.0.113.8', failures: 20 }])
    expect(await call('POST', '/v1/projects/REF/network-bans/retrieve')).toEqual({
      status: 201,
      body: { banned_ipv4_addresses: ['203.0.113.8'] },
    })
    expect((await call('POST', '/v1/projects/REF/network-bans/retrieve/enriched')).body).toEqual({
      banned_ipv4_addresses: [{ banned_address: '203.0.113.8', identifier: ref, type: 'database' }],
    })
    await call('DELETE', '/v1/projects/REF/network-bans', { ipv4_addresses: ['203.0.113.8'] })
    expect((await call('GET', '/platform/projects/REF/network-bans')).body).toEqual([])
    const rows = await test.control.database.as('supabase_admin').many(
      sql`select metadata ->> 'addresses' as addresses from platform.audit_log
        where project_ref = ${ref} and action = 'project.lift_network_bans' order by addresses`,
      z.object({ addresses: z.string() }),
    )
    expect(rows).toEqual([{ addresses: '203.0.113.7' }, { addresses: '203.0.113.8' }])
  })

  it('are kept over a restart of the server until they end or are lifted', async () => {
    const kept = createKeptBans(test.control.database.as('supabase_admin'), systemClock)
    const inAnHour = new Date(Date.now() + 3_600_000)
    const banned = { ref, failures: 20, until: inAnHour }
    await kept.keep({ ...banned, network: '203.0.113.20', until: new Date(0) })
    await kept.keep({ ...banned, network: '203.0.113.21' })
    await kept.keep({ ...banned, network: '203.0.113.22' })
    await kept.keep({ ...banned, network: '203.0.113.22', failures: 40 })
    await kept.keep({ ...banned, ref: 'zzzzzzzzzzzzzzzzzzzz', network: '203.0.113.23' })
    expect(await kept.list()).toEqual([
      { ...banned, network: '203.0.113.21' },
      { ...banned, network: '203.0.113.22', failures: 40 },
    ])
    bans.restore(await kept.list())
    await call('POST', '/platform/projects/REF/network-bans/lift', {
      addresses: ['203.0.113.21', '203.0.113.22'],
    })
    expect(await kept.list()).toEqual([])
  })
})
