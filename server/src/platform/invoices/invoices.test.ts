import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  createTestPlatform,
  type Call,
  type TestPerson,
  type TestPlatform,
} from '../../../test/platform.ts'

let test: TestPlatform
let owner: TestPerson
let slug: string
let count = 0
beforeAll(async () => {
  test = await createTestPlatform()
})
beforeEach(async () => {
  test.clock.at = new Date('2026-03-01T12:00:00Z')
  owner = await test.person('owner')
  slug = await test.organization(owner)
})
afterAll(() => test.stop())

const create = (change: object = {}, as: Call['as'] = 'operator') =>
  test.call({
    method: 'POST',
    url: '/platform/installation/invoices',
    as,
    body: {
      organization_slug: slug,
      number: `2026-${(count += 1)}`,
      amount_cents: 2500,
      due_at: '2026-03-10T00:00:00Z',
      ...change,
    },
  })
type Listed = { number: string; organization_id: number }
const overdue = async (as: Call['as'] = owner) =>
  (await test.call({ method: 'GET', url: '/platform/stripe/invoices/overdue', as })).json<
    Listed[]
  >()
const pay = (id: string) =>
  test.call({ method: 'POST', url: `/platform/installation/invoices/${id}/pay`, as: 'operator' })

describe('an invoice', () => {
  it('cannot have the number of an invoice that the server issues', async () => {
    const refused = await create({ number: 'M-2026-03-1' })
    expect(refused.statusCode).toBe(409)
    expect(refused.json()).toMatchObject({ code: 'invoice_number_reserved' })
  })

  // SPEC: "**Overdue invoice**: organization_id."
  // SPEC: "GET /platform/stripe/invoices/overdue | List with organization_id."
  it('is overdue from its due date until it is paid', async () => {
    const created = await create({ number: 'A-1', amount_cents: 2512 })
    expect(created.statusCode).toBe(201)
    const { id, organization_id } = created.json<{ id: string; organization_id: number }>()
    expect(created.json()).toEqual({
      id,
      organization_id: expect.any(Number),
      organization_slug: slug,
      number: 'A-1',
      amount_cents: 2512,
      currency: 'USD',
      issued_at: '2026-03-01T12:00:00.000Z',
      due_at: '2026-03-10T00:00:00.000Z',
      paid_at: null,
    })
    test.clock.at = new Date('2026-03-09T23:59:59.999Z')
    expect(await overdue()).toEqual([])
    test.clock.at = new Date('2026-03-10T00:00:00.000Z')
    expect(await overdue()).toMatchObject([{ number: 'A-1', organization_id }])
    expect((await pay(id)).json()).toMatchObject({ paid_at: '2026-03-10T00:00:00.000Z' })
    expect(await overdue()).toEqual([])
    // A second payment keeps the time of the first.
    test.clock.at = new Date('2026-03-11T00:00:00.000Z')
    expect((await pay(id)).json()).toMatchObject({ paid_at: '2026-03-10T00:00:00.000Z' })
  })

  it('is visible to the members of its organization only', async () => {
    await create({ number: 'B-1', due_at: '2026-02-01T00:00:00Z' })
    const reader = await test.memberOf(slug, 'read_only')
    const stranger = await test.person('stranger')
    expect((await overdue(reader)).map(({ number }) => number)).toEqual(['B-1'])
    expect(await overdue(stranger)).toEqual([])
    expect((await overdue('operator')).map(({ number }) => number)).toContain('B-1')
    const url = `/platform/organizations/${slug}/invoices`
    expect((await test.call({ method: 'GET', url, as: reader })).json()).toHaveLength(1)
    expect((await test.call({ method: 'GET', url, as: stranger })).statusCode).toBe(404)
  })

  it.each([
    ['a number that is taken', { number: 'B-1' }, 409, 'invoice_exists'],
    ['an unknown organization', { organization_slug: 'nowhere' }, 404, 'organization_not_found'],
    ['half a cent', { amount_cents: 0.5 }, 400, 'invalid_request'],
    ['no amount', { amount_cents: 0 }, 400, 'invalid_request'],
    ['a currency nobody has', { currency: 'dollars' }, 400, 'invalid_request'],
  ])('is refused with %s', async (_what, change, status, code) => {
    const answer = await create(change)
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toMatchObject({ code })
  })

  it('cannot be paid when it does not exist', async () => {
    const answer = await pay('00000000-0000-4000-8000-000000000000')
    expect(answer.json()).toMatchObject({ code: 'invoice_not_found' })
  })

  it('is created and marked as paid by operators only', async () => {
    expect((await create({}, owner)).statusCode).toBe(403)
  })
})
