import type { PlanId } from '@stoa/contract/platform/organizations'
import { expect, it } from 'vitest'
import { planRefusals, type PlanFacts } from './plan-refusals.ts'

const GB = 1024 ** 3
const facts: PlanFacts = {
  plan: 'team',
  standing: 'owner',
  isManagedElsewhere: false,
  overdueInvoices: 0,
  activeProjects: 2,
  branches: 0,
  drains: 0,
  largeProjects: [],
  days: [],
  hours: 10,
}
const used = (product: string, sum: number) => ({
  organization_id: 1,
  ref: 'shop',
  name: 'Shop',
  product,
  day: '2026-03-01',
  sum,
  peak: sum,
})

const CASES: readonly { to: PlanId; change: Partial<PlanFacts>; codes: readonly string[] }[] = [
  { to: 'free', change: {}, codes: [] },
  { to: 'pro', change: { branches: 4, activeProjects: 9 }, codes: [] },
  { to: 'team', change: {}, codes: ['plan_unchanged'] },
  { to: 'team', change: { plan: 'pro', overdueInvoices: 1 }, codes: [] },
  { to: 'enterprise', change: {}, codes: ['plan_by_agreement'] },
  { to: 'enterprise', change: { standing: 'operator' }, codes: [] },
  { to: 'free', change: { isManagedElsewhere: true }, codes: ['plan_managed_elsewhere'] },
  { to: 'pro', change: { overdueInvoices: 1 }, codes: ['plan_invoices_overdue'] },
  { to: 'pro', change: { drains: 1 }, codes: ['plan_needs_no_drains'] },
  {
    to: 'free',
    change: { activeProjects: 3, branches: 1, drains: 2, largeProjects: ['Shop'] },
    codes: [
      'plan_needs_fewer_projects',
      'plan_needs_no_branches',
      'plan_needs_no_drains',
      'plan_needs_smaller_compute',
    ],
  },
  {
    to: 'free',
    change: { days: [used('egress', 6 * GB), used('database', 11 * 500 * 1024 ** 2)] },
    codes: ['plan_usage_too_large'],
  },
  { to: 'free', change: { days: [used('egress', 5 * GB)] }, codes: [] },
  { to: 'pro', change: { days: [used('egress', 900 * GB)] }, codes: [] },
]

it.each(CASES)('refuses a change to $to with $codes', ({ to, change, codes }) => {
  const refusals = planRefusals(to, { ...facts, ...change })
  expect(refusals.map(({ code }) => code)).toEqual(codes)
  expect(refusals.every(({ status, hint }) => status === 409 && hint !== undefined)).toBe(true)
})

it('names the products that are too large', () => {
  const days = [used('egress', 6 * GB), used('realtime_messages', 3_000_000)]
  expect(planRefusals('free', { ...facts, days })[0]?.message).toBe(
    'The usage of this cycle exceeds the Free plan: Egress, Realtime messages.',
  )
})
