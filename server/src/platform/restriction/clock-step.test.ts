import { expect, it } from 'vitest'
import { clockStep } from './clock-step.ts'

const DAY_MS = 24 * 3_600_000
const start = new Date('2026-03-01T00:00:00Z')
const day = (count: number) => new Date(start.getTime() + count * DAY_MS)

type Facts = Parameters<typeof clockStep>[0]
type State = Pick<Facts, 'cause' | 'grace_period_end' | 'status'>
const unrestricted: State = { status: null, cause: null, grace_period_end: null }

/** Applies the due steps of each day, with the end of the grace period, and lists the changes. */
function pass(days: number, factsOn: (day: number) => Omit<Facts, keyof State>): string[] {
  let state = unrestricted
  const changes: string[] = []
  for (let index = 0; index <= days; index++) {
    const now = day(index)
    const { status, grace_period_end: end } = state
    if (status === 'grace_period' && end && end <= now) {
      state = { ...state, status: 'grace_period_over' }
      changes.push(`${index} over`)
    }
    const step = clockStep({ ...state, ...factsOn(index) }, now)
    if (!step) continue
    changes.push(`${index} ${step.event}${'cause' in step ? ` ${step.cause}` : ''}`)
    if (step.event === 'lift') state = unrestricted
    if (step.event === 'grant_grace')
      state = { status: 'grace_period', cause: step.cause, grace_period_end: step.end }
    if (step.event === 'restrict') state = { ...state, status: 'restricted' }
  }
  return changes
}

// SPEC: "**Organization restriction_status**: grace_period (warning banner with end date), then
//   grace_period_over (warning banner), then restricted (danger banner)."
it('leads from an overdue invoice to the restriction, and back after it is paid', () => {
  expect(
    pass(90, (index) => ({ unpaid_since: index < 60 ? day(5) : null, isOverQuota: false })),
  ).toEqual(['12 grant_grace invoices', '26 over', '33 restrict invoices', '60 lift'])
})

it('leads from an exceeded quota to the restriction, and back in the next cycle', () => {
  expect(
    pass(60, (index) => ({ unpaid_since: null, isOverQuota: index >= 3 && index < 31 })),
  ).toEqual(['3 grant_grace quota', '17 over', '24 restrict quota', '31 lift'])
})

it('keeps a restriction while another invoice is overdue', () => {
  expect(
    pass(40, (index) => ({ unpaid_since: index < 30 ? day(0) : day(29), isOverQuota: false })),
  ).toEqual(['7 grant_grace invoices', '21 over', '28 restrict invoices'])
})

it('never changes a restriction of an operator', () => {
  const state: Facts = {
    status: 'restricted',
    cause: null,
    grace_period_end: null,
    unpaid_since: null,
    isOverQuota: false,
  }
  expect(clockStep(state, day(0))).toBeUndefined()
  expect(clockStep({ ...state, unpaid_since: day(-30) }, day(0))).toBeUndefined()
})
