import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../postgres/sql.ts'
import {
  createTestPlatform,
  type Call,
  type TestPerson,
  type TestPlatform,
} from '../../../test/platform.ts'

let test: TestPlatform
beforeAll(async () => {
  test = await createTestPlatform()
})
afterAll(() => test.stop())

const url = '/platform/organizations'
const create = (as: Call['as'], body: unknown) => test.call({ method: 'POST', url, as, body })
const names = async (as: TestPerson) =>
  (await test.call({ method: 'GET', url, as })).json<{ name: string }[]>().map(({ name }) => name)

describe('creating an organization', () => {
  it('makes the creator its owner', async () => {
    const as = await test.person('founder')
    const answer = await create(as, { name: 'Acme', plan: 'pro' })
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toMatchObject({
      slug: expect.stringMatching(/^[a-z]{20}$/),
      name: 'Acme',
      plan: { id: 'pro', name: 'Pro' },
      billing_email: as.email,
      organization_requires_mfa: false,
      restriction_status: null,
      restriction_data: null,
      project_count: 0,
      abilities: expect.arrayContaining(['organization:delete', 'project:create']),
    })
  })

  it('works before the account has a profile', async () => {
    const as = test.accounts.signIn('hasty@example.com')
    expect((await create(as, { name: 'Fast' })).statusCode).toBe(201)
    expect(await names(as)).toEqual(['Fast'])
  })

  it.each([
    ['no name', {}],
    ['a blank name', { name: '   ' }],
    ['a name of 101 characters', { name: 'x'.repeat(101) }],
    ['a name that is no text', { name: 7 }],
    ['an unknown plan', { name: 'Acme', plan: 'tier_free' }],
  ])('refuses %s', async (_what, body) => {
    const answer = await create(await test.person('founder'), body)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ code: 'invalid_request' })
  })

  describe('for a marketplace', () => {
    const sold = { name: 'Sold', billing_partner: 'vercel_marketplace', partner_id: 'icfg_7Xq' }

    it('is allowed to an operator, and the organization names the marketplace', async () => {
      const as = await test.operatorPerson()
      const answer = await create(as, sold)
      expect(answer.statusCode).toBe(201)
      expect(answer.json()).toMatchObject({
        slug: 'vercel_icfg_7Xq',
        managed_by: 'vercel-marketplace',
        partner_id: 'icfg_7Xq',
      })
      const again = await create('operator', sold)
      expect([again.statusCode, again.json<{ code: string }>().code]).toEqual([
        409,
        'organization_exists',
      ])
      expect((await create(as, { name: 'Of AWS', billing_partner: 'aws' })).json()).toMatchObject({
        managed_by: 'aws-marketplace',
        partner_id: null,
      })
    })

    it('is refused to anybody else', async () => {
      const as = await test.person('founder')
      const refused = await create(as, { name: 'Sold', billing_partner: 'aws' })
      expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([
        403,
        'forbidden',
      ])
      expect(await names(as)).toEqual([])
      const own = await create(as, { name: 'Own' })
      expect(own.json()).toMatchObject({ managed_by: 'stoa', partner_id: null })
    })

    it.each([
      ['an id without its marketplace', { partner_id: 'icfg' }],
      ['an id for a marketplace that has none', { billing_partner: 'aws', partner_id: 'icfg' }],
      ['an id that is no part of an address', { ...sold, partner_id: '../x' }],
    ])('is refused with %s', async (_what, body) => {
      expect((await create('operator', { name: 'Sold', ...body })).statusCode).toBe(400)
    })
  })

  it('is refused in self-hosted mode', async () => {
    const { app } = await test.restart({ mode: 'self-hosted' })
    const { token } = await test.person('founder')
    const headers = { authorization: `Bearer ${token}` }
    const answer = await app.inject({ method: 'POST', url, headers, payload: { name: 'Second' } })
    expect(answer.statusCode).toBe(403)
  })
})

describe('listing organizations', () => {
  it("returns the caller's own, sorted by name", async () => {
    const as = await test.person('collector')
    await create(await test.person('other'), { name: 'Not mine' })
    for (const name of ['Zebra', 'äpfel', 'Team 10', 'team 9', 'Örtlich', '東京'])
      await create(as, { name })
    expect(await names(as)).toEqual(['äpfel', 'Örtlich', 'team 9', 'Team 10', 'Zebra', '東京'])
  })
})

describe('the state of an organization', () => {
  // SPEC: "**Organization**: id, slug, name, restriction_status, restriction_data.grace_period_end,
  // organization_requires_mfa, billing_email (the text 'Unknown' when missing)"
  it('contains a restriction with the end of its grace period, and Unknown for a missing email', async () => {
    const as = await test.person('debtor')
    const slug = await test.organization(as)
    await test.control.database.as('supabase_admin').run(sql`
      update platform.organizations
      set restriction_status = 'grace_period', grace_period_end = '2026-04-01T00:00:00Z',
          billing_email = null
      where slug = ${slug}`)
    const answer = await test.call({ method: 'GET', url: `${url}/${slug}`, as })
    expect(answer.json()).toMatchObject({
      id: expect.any(Number),
      slug,
      name: expect.stringMatching(/./),
      organization_requires_mfa: false,
      restriction_status: 'grace_period',
      restriction_data: { grace_period_end: '2026-04-01T00:00:00.000Z' },
      billing_email: 'Unknown',
    })
  })

  it('contains the abilities of the member who asks', async () => {
    const slug = await test.organization(await test.person('owner'))
    const as = await test.memberOf(slug, 'read_only')
    const answer = await test.call({ method: 'GET', url: `${url}/${slug}`, as })
    expect(answer.json<{ abilities: string[] }>().abilities).not.toContain('organization:update')
  })
})

it('returns the new name of a renamed organization', async () => {
  const as = await test.person('renamer')
  const slug = await test.organization(as, 'Before')
  const answer = await test.call({
    method: 'PATCH',
    url: `${url}/${slug}`,
    as,
    body: { name: 'After' },
  })
  expect(answer.json()).toMatchObject({ name: 'After', slug })
  expect(await names(as)).toEqual(['After'])
})

it('lets a person with a second factor require one, and then refuses members without', async () => {
  const as = await test.person('strict')
  const slug = await test.organization(as, 'Strict')
  const set = (isRequired: boolean) =>
    test.call({
      method: 'PATCH',
      url: `${url}/${slug}`,
      as,
      body: { organization_requires_mfa: isRequired },
    })
  const refused = await set(true)
  expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([
    409,
    'second_factor_missing',
  ])
  test.accounts.proveSecondFactor(as)
  expect((await set(true)).json()).toMatchObject({
    name: 'Strict',
    organization_requires_mfa: true,
  })
  const other = await test.memberOf(slug, 'administrator')
  const team = await test.call({ method: 'GET', url: `${url}/${slug}/members`, as: other })
  expect(team.json<{ code: string }>().code).toBe('organization_requires_mfa')
  expect((await set(false)).json()).toMatchObject({ organization_requires_mfa: false })
  const open = await test.call({ method: 'GET', url: `${url}/${slug}/members`, as: other })
  expect(open.statusCode).toBe(200)
})

describe('deleting an organization', () => {
  it('is refused while projects remain', async () => {
    const as = await test.person('deleter')
    const slug = await test.organization(as)
    const ref = await test.project(as, slug)
    const refused = await test.call({ method: 'DELETE', url: `${url}/${slug}`, as })
    expect(refused.statusCode).toBe(409)
    expect(refused.json()).toMatchObject({ code: 'organization_has_projects' })
    await test.call({ method: 'DELETE', url: `/platform/projects/${ref}`, as })
    const deleted = await test.call({ method: 'DELETE', url: `${url}/${slug}`, as })
    expect(deleted.statusCode).toBe(200)
    expect(await names(as)).toEqual([])
    const gone = await test.call({ method: 'GET', url: `${url}/${slug}`, as })
    expect(gone.json()).toMatchObject({ code: 'organization_not_found' })
  })

  it('never leaves a project without an organization when both are requested at once', async () => {
    const as = await test.person('racer')
    for (let round = 0; round < 5; round += 1) {
      const slug = await test.organization(as)
      await Promise.all([
        test.project(as, slug).catch(() => {}),
        test.call({ method: 'DELETE', url: `${url}/${slug}`, as }),
      ])
      const organizations = await names(as)
      const projects = await test.call({ method: 'GET', url: '/platform/projects', as })
      expect(projects.json<unknown[]>()).toHaveLength(organizations.length)
      for (const { ref } of projects.json<{ ref: string }[]>())
        await test.call({ method: 'DELETE', url: `/platform/projects/${ref}`, as })
      await test.call({ method: 'DELETE', url: `${url}/${slug}`, as })
    }
  })
})
