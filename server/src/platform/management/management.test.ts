import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createTestPlatform,
  STRONG_PASSWORD,
  type Call,
  type TestPerson,
  type TestPlatform,
} from '../../../test/platform.ts'
import { sql } from '../../postgres/sql.ts'
import { z } from 'zod'

let test: TestPlatform
let owner: TestPerson
let reader: TestPerson
let slug: string
let ref: string
beforeAll(async () => {
  test = await createTestPlatform()
  owner = await test.person('owner')
  slug = await test.organization(owner, 'Acme')
  ref = await test.project(owner, slug, 'Shop')
  reader = await test.memberOf(slug, 'read_only')
})
afterAll(() => test.stop())

const call = (method: Call['method'], path: string, body?: unknown, as: Call['as'] = owner) =>
  test.call({ method, url: `/v1${path}`, as, body })

describe('the Management API of the platform', () => {
  it('names organizations by their slugs', async () => {
    const acme = { id: slug, slug, name: 'Acme' }
    expect((await call('GET', '/organizations')).json()).toEqual([acme])
    expect((await call('GET', `/organizations/${slug}`)).json()).toEqual({
      id: slug,
      name: 'Acme',
      plan: 'free',
      opt_in_tags: [],
      allowed_release_channels: ['ga'],
    })
    const made = await call('POST', '/organizations', { name: 'Second' })
    expect([made.statusCode, made.json()]).toMatchObject([201, { name: 'Second' }])
    expect((await call('GET', `/organizations/${slug}/members`)).json()).toMatchObject([
      { email: owner.email, role_name: 'owner' },
      { email: reader.email, role_name: 'read_only' },
    ])
  })

  it('creates, lists, reads, renames and deletes projects', async () => {
    const made = await call('POST', '/projects', {
      name: 'Made',
      db_pass: STRONG_PASSWORD,
      organization_id: slug,
      region: 'us-east-1',
      desired_instance_size: 'micro',
    })
    expect([made.statusCode, made.json()]).toMatchObject([
      201,
      {
        name: 'Made',
        organization_slug: slug,
        region: 'local',
        database: { release_channel: 'ga' },
      },
    ])
    const { id } = z.object({ id: z.string() }).parse(made.json())
    const read = await call('GET', `/projects/${id}`)
    expect(read.json()).toMatchObject({ id, ref: id, name: 'Made' })
    const renamed = await call('PATCH', `/projects/${id}`, { name: 'Renamed' })
    expect(renamed.json()).toEqual({ id: expect.any(Number), ref: id, name: 'Renamed' })
    expect((await call('DELETE', `/projects/${id}`)).json()).toMatchObject({ ref: id })
    const listed = z
      .array(z.object({ ref: z.string() }))
      .parse((await call('GET', '/projects')).json())
    expect(listed.map((project) => project.ref)).toEqual([ref])
    const nowhere = await call('POST', '/projects', { name: 'Lost', db_pass: STRONG_PASSWORD })
    expect([nowhere.statusCode, nowhere.json()]).toMatchObject([400, { code: 'invalid_request' }])
  })

  it('lists no add-ons, which the official command line reads before it changes settings', async () => {
    const addons = await call('GET', `/projects/${ref}/billing/addons`, undefined, reader)
    expect([addons.statusCode, addons.json()]).toEqual([
      200,
      { selected_addons: [], available_addons: [] },
    ])
    const stranger = await test.person('stranger')
    const hidden = await call('GET', `/projects/${ref}/billing/addons`, undefined, stranger)
    expect(hidden.statusCode).toBe(404)
  })

  it('pauses and restores a project', async () => {
    expect((await call('POST', `/projects/${ref}/pause`)).statusCode).toBe(200)
    expect((await call('GET', `/projects/${ref}`)).json()).toMatchObject({ status: 'PAUSING' })
    expect((await call('POST', `/projects/${ref}/restore`)).statusCode).toBe(200)
    expect((await call('GET', `/projects/${ref}`)).json()).toMatchObject({ status: 'COMING_UP' })
  })

  it('shows secret keys to those who may read secrets, and records that', async () => {
    const named = await test.call({
      method: 'POST',
      url: `/platform/projects/${ref}/api-keys`,
      as: owner,
      body: { kind: 'secret', name: 'jobs' },
    })
    const { value } = z.object({ value: z.string() }).parse(named.json())
    const path = `/projects/${ref}/api-keys`
    const plain = await call('GET', path)
    expect(plain.json()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'anon', type: 'legacy', api_key: expect.any(String) }),
        expect.objectContaining({ name: 'service_role', api_key: expect.any(String) }),
        expect.objectContaining({ name: 'jobs', type: 'secret', api_key: null }),
      ]),
    )
    expect(plain.body).not.toContain(value)
    expect((await call('GET', `${path}?reveal=true`)).body).toContain(value)
    const audited = await test.control.database.as('supabase_admin').many(
      sql`select action from platform.audit_log
        where project_ref = ${ref} and action = 'project.reveal_secrets'`,
      z.object({ action: z.string() }),
    )
    expect(audited).toHaveLength(2)

    const limited = await call('GET', path, undefined, reader)
    expect(limited.json()).toContainEqual(
      expect.objectContaining({ name: 'service_role', api_key: null }),
    )
    const refused = await call('GET', `${path}?reveal=true`, undefined, reader)
    expect([refused.statusCode, refused.json()]).toMatchObject([403, { code: 'forbidden' }])
  })

  it('reports the health of services by the requested names', async () => {
    const health = await call('GET', `/projects/${ref}/health?services=rest,db&services=nothing`)
    expect(health.statusCode).toBe(200)
    const names = z.array(z.object({ name: z.string() })).parse(health.json())
    expect(names.every(({ name }) => ['rest', 'db'].includes(name))).toBe(true)
  })
})
