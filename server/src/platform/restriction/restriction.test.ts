import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { sql } from '../../postgres/sql.ts'
import {
  createTestPlatform,
  type Call,
  type TestPerson,
  type TestPlatform,
} from '../../../test/platform.ts'

let test: TestPlatform
let owner: TestPerson
let slug: string
beforeAll(async () => {
  test = await createTestPlatform()
})
beforeEach(async () => {
  test.clock.at = new Date('2026-03-01T12:00:00Z')
  owner = await test.person('owner')
  slug = await test.organization(owner)
})
afterAll(() => test.stop())

const set = (
  body: unknown,
  { as = 'operator', of = slug }: { as?: Call['as']; of?: string } = {},
) => test.call({ method: 'PUT', url: `/platform/organizations/${of}/restriction`, as, body })
const read = async () =>
  (
    await test.call({ method: 'GET', url: `/platform/organizations/${slug}`, as: owner })
  ).json<object>()
const grace = { status: 'grace_period', grace_period_end: '2026-03-15T00:00:00Z' }
const isRefused = async (ref: string): Promise<unknown> => {
  try {
    await test.platform.requireServing(ref)
    return undefined
  } catch (error) {
    return error
  }
}

describe('a restriction', () => {
  it('leads from a grace period to a restriction, visible to members', async () => {
    const given = await set(grace)
    expect(given.statusCode).toBe(200)
    expect(given.json()).toMatchObject({ slug, restriction_status: 'grace_period' })
    expect(await read()).toMatchObject({
      restriction_status: 'grace_period',
      restriction_data: { grace_period_end: '2026-03-15T00:00:00.000Z' },
    })
    await set({ status: 'grace_period_over' })
    expect(await read()).toMatchObject({ restriction_status: 'grace_period_over' })
    await set({ status: 'restricted' })
    expect(await read()).toMatchObject({ restriction_status: 'restricted' })
    expect((await set(null)).json()).toMatchObject({
      restriction_status: null,
      restriction_data: null,
    })
    expect(await read()).toMatchObject({ restriction_status: null, restriction_data: null })
  })

  it('writes each step to the audit log', async () => {
    await set(grace)
    await set(null)
    // The restriction is lifted already, so this adds no row.
    await set(null)
    const rows = await test.control.database.as('supabase_admin').many(
      sql`
        select action, metadata from platform.audit_log
        where organization_slug = ${slug} and action = 'organization.restrict' order by id`,
      z.object({ action: z.string(), metadata: z.record(z.string(), z.string()) }),
    )
    expect(rows.map(({ metadata }) => metadata)).toEqual([
      { from: 'unrestricted', to: 'grace_period', grace_period_end: '2026-03-15T00:00:00.000Z' },
      { from: 'grace_period', to: 'unrestricted' },
    ])
  })

  it('ends its grace period on time, without an operator', async () => {
    await set(grace)
    test.clock.at = new Date('2026-03-14T23:59:59Z')
    await test.platform.start()
    expect(await read()).toMatchObject({ restriction_status: 'grace_period' })
    test.clock.at = new Date('2026-03-15T00:00:00Z')
    await test.platform.start()
    expect(await read()).toMatchObject({
      restriction_status: 'grace_period_over',
      restriction_data: { grace_period_end: '2026-03-15T00:00:00.000Z' },
    })
  })

  it.each([
    [
      'a grace period over that was never given',
      { status: 'grace_period_over' },
      409,
      'restriction_rejected',
    ],
    [
      'a grace period in the past',
      { ...grace, grace_period_end: '2026-03-01T11:59:59Z' },
      400,
      'grace_period_past',
    ],
    ['a grace period without its end', { status: 'grace_period' }, 400, 'invalid_request'],
    ['an unknown status', { status: 'closed' }, 400, 'invalid_request'],
  ])('refuses %s', async (_what, body, status, code) => {
    const answer = await set(body)
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toMatchObject({ code })
    expect(await read()).toMatchObject({ restriction_status: null })
  })

  it('is set by operators only, on an organization that exists', async () => {
    expect((await set(null, { as: owner })).statusCode).toBe(403)
    expect((await set(null, { of: 'nowhere' })).json()).toMatchObject({
      code: 'organization_not_found',
    })
    expect((await set(grace, { as: await test.operatorPerson() })).statusCode).toBe(200)
  })
})

describe('a restricted organization', () => {
  it('stops serving at once, and serves at once when the restriction is lifted', async () => {
    const ref = await test.project(owner, slug)
    const other = await test.project(owner, await test.organization(owner))
    // This first request fills the cache that the restriction must override.
    expect(await isRefused(ref)).toBeUndefined()
    await set({ status: 'restricted' })
    expect(await isRefused(ref)).toMatchObject({
      code: 'organization_restricted',
      status: 402,
      hint: expect.any(String),
    })
    expect(await isRefused(other)).toBeUndefined()
    await set(null)
    expect(await isRefused(ref)).toBeUndefined()
  })

  it.each([grace, { status: 'grace_period_over' }])('still serves during $status', async (body) => {
    const ref = await test.project(owner, slug)
    await set(grace)
    await set(body)
    expect(await isRefused(ref)).toBeUndefined()
  })

  it('stays readable in the dashboard', async () => {
    const ref = await test.project(owner, slug)
    await set({ status: 'restricted' })
    const answer = await test.call({ method: 'GET', url: `/platform/projects/${ref}`, as: owner })
    expect(answer.statusCode).toBe(200)
  })

  it('closes the open connections to its projects', async () => {
    const ref = await test.project(owner, slug)
    const closed: string[] = []
    const { app } = await test.restart({ onRestricted: (refs) => void closed.push(...refs) })
    await app.inject({
      method: 'PUT',
      url: `/platform/organizations/${slug}/restriction`,
      headers: { authorization: 'Bearer test-operator-token' },
      payload: { status: 'restricted' },
    })
    expect(closed).toContain(ref)
  })

  it('stops serving within two seconds on a server that did not set the restriction', async () => {
    const ref = await test.project(owner, slug)
    expect(await isRefused(ref)).toBeUndefined()
    await test.control.database.as('supabase_admin').run(sql`
      update platform.organizations set restriction_status = 'restricted' where slug = ${slug}`)
    test.clock.at = new Date(test.clock.at.getTime() + 1999)
    expect(await isRefused(ref)).toBeUndefined()
    test.clock.at = new Date(test.clock.at.getTime() + 1)
    expect(await isRefused(ref)).toMatchObject({ code: 'organization_restricted' })
  })
})
