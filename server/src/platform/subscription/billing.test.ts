import type { Invoice, InvoiceDetail } from '@stoa/contract/platform/invoices'
import type { Organization } from '@stoa/contract/platform/organizations'
import type { Subscription } from '@stoa/contract/platform/subscription'
import type { UsageReport } from '@stoa/contract/platform/usage'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMetrics } from '../../metrics/metrics.ts'
import { sql } from '../../postgres/sql.ts'
import {
  createTestPlatform,
  OPERATOR_TOKEN,
  type TestPerson,
  type TestPlatform,
} from '../../../test/platform.ts'
import type { Platform } from '../index.ts'

const GB = 1024 ** 3

let test: TestPlatform
let owner: TestPerson
let slug: string
let shop: string
let limited: { app: FastifyInstance; platform: Platform }
let metrics: ReturnType<typeof createMetrics>

beforeAll(async () => {
  test = await createTestPlatform()
  test.clock.at = new Date('2026-03-01T00:00:00Z')
  metrics = createMetrics({ clock: { now: () => test.clock.at } })
  limited = await test.restart({ planLimits: true, metrics })
  owner = await test.person('owner')
  slug = await test.organization(owner)
  shop = await test.project(owner, slug, 'Shop')
  test.fleet.become(shop, { status: 'ACTIVE_HEALTHY', computeSize: 'nano' })
})
afterAll(() => test.stop())

async function send(
  method: 'GET' | 'PATCH' | 'POST',
  url: string,
  { body, as = owner.token }: { body?: object; as?: string } = {},
) {
  const answer = await limited.app.inject({
    method,
    url: `/platform${url}`,
    headers: { authorization: `Bearer ${as}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { payload: JSON.stringify(body) }),
  })
  return { status: answer.statusCode, body: answer.json<object>(), answer }
}
const operator = { as: OPERATOR_TOKEN }
const ofOrganization = (path: string) => `/organizations/${slug}${path}`
const change = (body: object) => send('PATCH', ofOrganization('/subscription'), { body })

/** A round of the platform's chores at a moment. */
async function roundAt(moment: string): Promise<void> {
  test.clock.at = new Date(moment)
  await limited.platform.start()
  await limited.platform.stop()
}
const session = () => test.control.database.as('supabase_admin')
const counted = (hour: string, amount: number) => ({
  ref: shop,
  service: 'rest',
  meter: 'egress_bytes',
  unit: 'bytes' as const,
  hour: new Date(hour),
  amount,
})
const usage = async (search = '') => {
  const { answer } = await send('GET', ofOrganization(`/usage${search}`))
  const body = answer.json<UsageReport>()
  return { ...body, of: (name: string) => body.products.find(({ product }) => product === name) }
}
const sell = (sells_plans: boolean) =>
  send('PATCH', '/installation', { ...operator, body: { sells_plans } })

describe('plans with prices', () => {
  it('are sold only after an operator has turned it on, where plan limits are enforced', async () => {
    expect(await send('GET', ofOrganization('/subscription'))).toMatchObject({
      status: 409,
      body: { code: 'plans_not_sold' },
    })
    const refused = await test.call({
      method: 'PATCH',
      url: '/platform/installation',
      as: 'operator',
      body: { sells_plans: true },
    })
    expect(refused.json()).toMatchObject({ code: 'plan_limits_off' })
    expect(await sell(true)).toMatchObject({ status: 200, body: { sells_plans: true } })
    expect((await send('GET', ofOrganization('/subscription'))).body).toMatchObject({
      plan: 'free',
      tier: 'tier_free',
      has_spend_cap: true,
      cycle: { from: '2026-03-01T00:00:00.000Z', until: '2026-04-01T00:00:00.000Z' },
      upcoming: { lines: [], total_cents: 0 },
    })
  })

  it('show the price of a change before it is made', async () => {
    test.clock.at = new Date('2026-03-11T12:00:00Z')
    const preview = await send('POST', ofOrganization('/subscription/preview'), {
      body: { plan: 'pro' },
    })
    expect(preview.body).toMatchObject({
      lines: [{ description: 'Pro plan', quantity: '20.5 of 31 days', amount_cents: 1653 }],
      total_cents: 1653,
      monthly_cents: 2500,
      refusals: [],
    })
    expect(await change({ plan: 'pro' })).toMatchObject({
      status: 200,
      body: { plan: 'pro', upcoming: { total_cents: 1653 } },
    })
    test.fleet.become(shop, { computeSize: 'micro' })
  })

  it('refuse a change with its reasons', async () => {
    const preview = await send('POST', ofOrganization('/subscription/preview'), {
      body: { plan: 'free' },
    })
    expect(preview.body).toMatchObject({ refusals: [{ code: 'plan_needs_smaller_compute' }] })
    expect(await change({ plan: 'free' })).toMatchObject({
      status: 409,
      body: { code: 'plan_needs_smaller_compute' },
    })
    expect(await change({ plan: 'enterprise' })).toMatchObject({
      body: { code: 'plan_by_agreement' },
    })
    const developer = await test.memberOf(slug, 'developer')
    expect(
      await send('PATCH', ofOrganization('/subscription'), {
        as: developer.token,
        body: { plan: 'team' },
      }),
    ).toMatchObject({ status: 403 })
  })
})

describe('usage', () => {
  it('is collected hour by hour, and not twice after an interruption', async () => {
    test.fleet.countUsage([counted('2026-03-20T10:00:00Z', 100 * GB)])
    metrics.keep(shop, {
      at: Date.parse('2026-03-20T10:30:00Z'),
      values: { storage_bytes: 50 * GB, realtime_connections: 7 },
    })
    await roundAt('2026-03-20T10:30:30Z')
    test.fleet.countUsage([
      counted('2026-03-20T10:00:00Z', 120 * GB),
      counted('2026-03-20T11:00:00Z', 180 * GB),
    ])
    // The second round begins as if the first one had not noted how far it came.
    await roundAt('2026-03-20T11:30:00Z')
    await session().run(sql`update platform.usage_state set hour = '2026-03-20T10:00:00Z'`)
    await roundAt('2026-03-20T11:31:00Z')
    const { cycle, cycles, of } = await usage()
    expect({ cycle, cycles }).toEqual({
      cycle: { from: '2026-03-01T00:00:00.000Z', until: '2026-04-01T00:00:00.000Z' },
      cycles: ['2026-03'],
    })
    expect(of('egress')).toMatchObject({
      quantity: 300 * GB,
      included: 250 * GB,
      overage: 50 * GB,
      charge_cents: 0,
      projects: [{ ref: shop, name: 'Shop', quantity: 300 * GB }],
    })
    expect(of('egress')?.days.at(-1)).toBe(300 * GB)
    expect(of('realtime_connections')?.quantity).toBe(7)
    // A size lasts while the project sleeps: two of 468 hours until now.
    expect(of('storage')?.quantity).toBe(Math.round((2 * 50 * GB) / 468))
    const hours = await session().run(sql`
      select from platform.usage_hours where product = 'compute_micro'`)
    expect(hours).toBe(2)
  })

  it('can be read of one project and of another cycle', async () => {
    expect((await usage(`?project_ref=${shop}`)).of('egress')?.quantity).toBe(300 * GB)
    expect((await usage('?cycle=2026-02')).of('egress')?.quantity).toBe(0)
    expect(
      await send('GET', ofOrganization('/usage?project_ref=aaaaaaaaaaaaaaaaaaaa')),
    ).toMatchObject({
      status: 404,
      body: { code: 'project_not_found' },
    })
    expect((await send('GET', ofOrganization('/usage?cycle=2026-13'))).status).toBe(400)
  })

  it('above the quotas is billed without a spend cap, which cannot be turned on afterwards', async () => {
    const body = (await change({ has_spend_cap: false })).answer.json<Subscription>()
    expect(body).toMatchObject({ tier: 'tier_payg', has_spend_cap: false })
    expect(body.upcoming.lines).toContainEqual({
      description: 'Egress',
      project_ref: null,
      project_name: null,
      quantity: '50 GB above 250 GB',
      amount_cents: 450,
    })
    expect(await change({ has_spend_cap: true })).toMatchObject({
      status: 409,
      body: { code: 'spend_cap_below_usage' },
    })
  })
})

describe('an invoice of a month', () => {
  const invoices = async () =>
    (await send('GET', ofOrganization('/invoices'))).answer.json<Invoice[]>()

  const status = async () =>
    (await send('GET', ofOrganization(''))).answer.json<Organization>().restriction_status

  it('is issued once when the month has ended, and uses credits', async () => {
    const granted = await send('POST', '/installation/credits', {
      ...operator,
      body: { organization_slug: slug, amount_cents: 500, reason: 'Sorry' },
    })
    expect(granted).toMatchObject({ status: 201, body: { credit_cents: 500 } })
    await roundAt('2026-03-31T23:59:59Z')
    expect(await invoices()).toEqual([])
    test.fleet.countUsage([])
    await roundAt('2026-04-01T00:00:30Z')
    await roundAt('2026-04-01T00:01:30Z')
    const [invoice, ...others] = await invoices()
    expect(others).toEqual([])
    expect(invoice).toMatchObject({
      amount_cents: 1653 + 450 - 500,
      due_at: '2026-04-15T00:00:30.000Z',
      paid_at: null,
    })
    const detail = await send('GET', ofOrganization(`/invoices/${invoice?.id}`))
    expect(
      detail.answer
        .json<InvoiceDetail>()
        .lines.map((line) => [line.description, line.amount_cents]),
    ).toEqual([
      ['Pro plan', 1653],
      ['Compute Micro', 4],
      ['Compute credits of the plan', -4],
      ['Egress', 450],
      ['Credits', -500],
    ])
    expect((await send('GET', ofOrganization('/subscription'))).body).toMatchObject({
      credit_cents: 0,
      upcoming: { total_cents: 2500 },
    })
  })

  it('that stays unpaid restricts the organization by the clock, until it is paid', async () => {
    const [invoice] = await invoices()
    await roundAt('2026-04-22T00:00:00Z')
    expect(await status()).toBeNull()
    await roundAt('2026-04-22T00:01:00Z')
    expect(await status()).toBe('grace_period')
    await roundAt('2026-05-07T00:00:00Z')
    expect(await status()).toBe('grace_period_over')
    await roundAt('2026-05-14T00:00:00Z')
    expect(await status()).toBe('restricted')
    const serve = async () => limited.platform.requireServing(shop)
    await expect(serve()).rejects.toMatchObject({ status: 402 })
    await send('POST', `/installation/invoices/${invoice?.id}/pay`, operator)
    await roundAt('2026-05-14T00:01:00Z')
    expect(await status()).toBeNull()
    await serve()
  })

  it('is not issued for the time after selling ends, and restricts nobody any longer', async () => {
    await roundAt('2026-06-23T00:00:00Z')
    expect(await status()).toBe('grace_period')
    await sell(false)
    await roundAt('2026-08-01T00:00:30Z')
    expect((await invoices()).map(({ number }) => number.slice(0, 9))).toEqual([
      'M-2026-06',
      'M-2026-05',
      'M-2026-04',
      'M-2026-03',
    ])
    expect(await status()).toBeNull()
  })
})
