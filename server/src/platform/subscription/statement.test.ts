import { chargeOf, decimalOf } from '@stoa/contract/catalog/money'
import { planQuotas } from '@stoa/contract/catalog/plan-quotas'
import { expect, it } from 'vitest'
import { cycleNamed, hoursUntil, overageCents, type UsageDay } from '../usage/port.ts'
import type { PlanPeriod } from './queries.ts'
import { statementOf, type StatementFacts } from './statement.ts'

const GB = 1024 ** 3
const march = cycleNamed('2026-03')
const at = (text: string) => new Date(text)

const used = (product: string, sum: number, change: Partial<UsageDay> = {}): UsageDay => ({
  organization_id: 1,
  ref: 'shop',
  name: 'Shop',
  product,
  day: '2026-03-01',
  sum,
  peak: sum,
  ...change,
})
const pro: PlanPeriod = { plan: 'pro', begins_at: at('2026-01-10T00:00:00Z'), ends_at: null }

const bill = (change: Partial<StatementFacts>) => {
  const { lines, total } = statementOf({
    cycle: march,
    periods: [pro],
    days: [],
    hours: hoursUntil(march, march.until),
    hasSpendCap: true,
    ...change,
  })
  const written = lines.map(({ description, project_name, quantity, amount_cents }) =>
    [description, project_name, quantity, decimalOf(amount_cents)].filter(Boolean).join(' | '),
  )
  return { lines: written, total: decimalOf(total) }
}

it.each([
  { price: '0.00325', per: 1, quantity: 1, cents: 0 },
  { price: '0.00325', per: 1, quantity: 2, cents: 1 },
  { price: '0.00325', per: 1, quantity: 1_000_001, cents: 325_000 },
  { price: '0.125', per: GB, quantity: GB, cents: 13 },
  { price: '0.125', per: GB, quantity: GB - 1, cents: 12 },
  { price: '10', per: 1000, quantity: 1, cents: 1 },
  { price: '2.50', per: 1_000_000, quantity: 9_007_199_254_740_991, cents: 2_251_799_813_685 },
  { price: '2', per: 1_000_000, quantity: 0, cents: 0 },
  { price: '2', per: 1_000_000, quantity: -5, cents: 0 },
])('charges $quantity at $price per $per with $cents cents', ({ quantity, cents, ...rate }) => {
  expect(Number(chargeOf(BigInt(quantity), rate))).toBe(cents)
})

it.each([
  { cents: 0, text: '0.00' },
  { cents: 5, text: '0.05' },
  { cents: -1250, text: '-12.50' },
  { cents: 59_900, text: '599.00' },
])('writes $cents cents as $text', ({ cents, text }) => {
  expect(decimalOf(cents)).toBe(text)
})

it('bills each plan for its time, to the millisecond', () => {
  expect(bill({})).toEqual({ lines: ['Pro plan | 1 month | 25.00'], total: '25.00' })
  const change = at('2026-03-11T12:00:00Z')
  expect(
    bill({
      periods: [
        { ...pro, ends_at: change },
        { plan: 'team', begins_at: change, ends_at: at('2026-03-21T12:00:00Z') },
        { plan: 'free', begins_at: at('2026-03-21T12:00:00Z'), ends_at: null },
      ],
    }),
  ).toEqual({
    lines: ['Pro plan | 10.5 of 31 days | 8.47', 'Team plan | 10 of 31 days | 193.23'],
    total: '201.70',
  })
})

it('bills nothing to the Free plan, whatever it used', () => {
  const days = [used('egress', 900 * GB), used('branch_hours', 5)]
  expect(bill({ periods: [{ ...pro, plan: 'free' }], days })).toEqual({ lines: [], total: '0.00' })
})

it('bills compute by the hour, less the credits of the plan', () => {
  const shop = [used('compute_micro', 24), used('compute_micro', 720, { day: '2026-03-02' })]
  expect(bill({ days: shop })).toEqual({
    lines: [
      'Pro plan | 1 month | 25.00',
      'Compute Micro | Shop | 744 hours | 10.00',
      'Compute credits of the plan | -10.00',
    ],
    total: '25.00',
  })
  const blog = used('compute_small', 100, { ref: 'blog', name: 'Blog' })
  expect(bill({ days: [...shop, blog] }).total).toBe('27.06')
})

it('bills usage above the quotas only without a spend cap, but branches always', () => {
  const days = [
    used('egress', 251 * GB),
    used('egress', 9 * GB, { ref: 'blog', name: 'Blog' }),
    used('disk', 744 * 12 * GB),
    used('branch_hours', 100, { ref: 'try', name: 'try' }),
    used('active_users', 0, { peak: 100_400 }),
  ]
  expect(bill({ days })).toEqual({
    lines: ['Pro plan | 1 month | 25.00', 'Branches | try | 100 hours | 1.34'],
    total: '26.34',
  })
  expect(bill({ days, hasSpendCap: false })).toEqual({
    lines: [
      'Pro plan | 1 month | 25.00',
      'Egress | 10 GB above 250 GB | 0.90',
      'Disk size | Shop | 4 GB above 8 GB | 0.50',
      'Monthly active users | 400 above 100,000 | 1.30',
      'Branches | try | 100 hours | 1.34',
    ],
    total: '29.04',
  })
})

it('has the same total as an independent calculation, for 50 organizations and a year', () => {
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  let billed = 0
  let expected = 0
  for (let organization = 0; organization < 50; organization++)
    for (let month = 1; month <= 12; month++) {
      const cycle = cycleNamed(`2028-${String(month).padStart(2, '0')}`)
      const gigabytes = random(600)
      const messages = random(20_000_000)
      billed += statementOf({
        cycle,
        periods: [{ ...pro, plan: organization % 2 ? 'pro' : 'team' }],
        days: [used('egress', gigabytes * GB), used('realtime_messages', messages)],
        hours: hoursUntil(cycle, cycle.until),
        hasSpendCap: false,
      }).total
      expected += organization % 2 ? 2500 : 59_900
      expected += Math.max(0, gigabytes - 250) * 9
      // A quarter of a cent for each thousand messages, with half cents upwards.
      expected += Math.floor((Math.max(0, messages - 5_000_000) * 250 + 500_000) / 1_000_000)
    }
  expect(billed).toBe(expected)
})

it('never charges for what a plan does not sell', () => {
  const terms = { quotas: planQuotas.free, hasSpendCap: false }
  expect(overageCents('egress', 10 ** 15, terms)).toBe(0)
})
