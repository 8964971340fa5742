import { COMPUTE_PRICES } from '@stoa/contract/catalog/compute-prices'
import { findComputeSize } from '@stoa/contract/catalog/compute-sizes'
import { chargeOf, shareOf } from '@stoa/contract/catalog/money'
import { isAtLeast } from '@stoa/contract/catalog/plan-features'
import { planQuotas } from '@stoa/contract/catalog/plan-quotas'
import { plans } from '@stoa/contract/catalog/plans'
import { USAGE_PRODUCTS } from '@stoa/contract/catalog/usage-products'
import type { PlanId } from '@stoa/contract/platform/organizations'
import type { InvoiceLine } from '@stoa/contract/platform/subscription'
import {
  computeSizeOf,
  overageCents,
  quantitiesOf,
  type Cycle,
  type ProductQuantity,
  type UsageDay,
} from '../usage/port.ts'
import type { PlanPeriod } from './queries.ts'
import { amountText } from './amount-text.ts'

const DAY_MS = 24 * 3_600_000

/** Everything that an invoice is computed from. */
export type StatementFacts = {
  readonly cycle: Cycle
  readonly periods: readonly PlanPeriod[]
  readonly days: readonly UsageDay[]
  /** The hours of the cycle that have passed. */
  readonly hours: number
  readonly hasSpendCap: boolean
}

export type Statement = { readonly lines: readonly InvoiceLine[]; readonly total: number }

/**
 * The positions of a cycle: plans by the time an organization had them, compute, and usage above
 * the quotas of the largest of these plans. An open period lasts until the end of the cycle.
 */
export function statementOf(facts: StatementFacts): Statement {
  const plan = largestPlan(facts.periods)
  const lines = [
    ...planLines(facts),
    // Prices that are agreed on are in invoices that an operator writes.
    ...(plan === 'enterprise' ? [] : [...computeLines(facts, plan), ...usageLines(facts, plan)]),
  ]
  return { lines, total: lines.reduce((sum, { amount_cents }) => sum + amount_cents, 0) }
}

/** The price of each plan for its part of the cycle. */
export function planLines({
  cycle,
  periods,
}: Pick<StatementFacts, 'cycle' | 'periods'>): readonly InvoiceLine[] {
  const whole = cycle.until.getTime() - cycle.from.getTime()
  return periods.flatMap(({ plan, begins_at, ends_at }) => {
    const { monthlyCents, name } = plans[plan]
    const from = Math.max(begins_at.getTime(), cycle.from.getTime())
    const until = Math.min(ends_at?.getTime() ?? Infinity, cycle.until.getTime())
    const cents = shareOf(monthlyCents ?? 0, Math.max(0, until - from), whole)
    if (cents === 0) return []
    const days = (milliseconds: number) => Number((milliseconds / DAY_MS).toFixed(1))
    const part = until - from === whole ? '1 month' : `${days(until - from)} of ${days(whole)} days`
    return [line(`${name} plan`, part, cents)]
  })
}

/** The largest plan of a cycle; its quotas apply to all of the cycle. */
const largestPlan = (periods: readonly PlanPeriod[]): PlanId =>
  periods.reduce<PlanId>((largest, { plan }) => (isAtLeast(plan, largest) ? plan : largest), 'free')

function computeLines({ days }: StatementFacts, plan: PlanId): readonly InvoiceLine[] {
  const used = Map.groupBy(
    days.filter(({ product }) => computeSizeOf(product) !== undefined),
    ({ ref, product }) => `${ref} ${product}`,
  )
  const lines = [...used.values()].flatMap((rows) => {
    const [first] = rows
    const size = first && computeSizeOf(first.product)
    if (!size) return []
    const hours = rows.reduce((sum, row) => sum + row.sum, 0)
    const cents = Number(chargeOf(BigInt(hours), { price: COMPUTE_PRICES[size], per: 1 }))
    const title = `Compute ${findComputeSize(size)?.name ?? size}`
    return cents === 0 ? [] : [line(title, amountText('hours', hours), cents, first)]
  })
  const total = lines.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
  const credit = Math.min(total, plans[plan].computeCreditCents)
  return credit === 0 ? lines : [...lines, line('Compute credits of the plan', '', -credit)]
}

function usageLines(facts: StatementFacts, plan: PlanId): readonly InvoiceLine[] {
  const { days, hours, hasSpendCap } = facts
  const terms = { quotas: planQuotas[plan], hasSpendCap }
  const priced = (used: ProductQuantity, overage: number, project?: Project) => {
    const cents = overageCents(used.product, overage, terms)
    const { title, unit } = USAGE_PRODUCTS[used.product]
    const { included } = terms.quotas[used.product]
    const above = included ? ` above ${amountText(unit, included)}` : ''
    return cents === 0 ? [] : [line(title, `${amountText(unit, overage)}${above}`, cents, project)]
  }
  return quantitiesOf(days, { quotas: terms.quotas, hours }).flatMap((used) =>
    USAGE_PRODUCTS[used.product].isPerProject
      ? used.projects.flatMap((project) => priced(used, used.overageOf(project), project))
      : priced(used, used.overage),
  )
}

type Project = { readonly ref: string; readonly name: string }

const line = (
  description: string,
  quantity: string,
  amount_cents: number,
  project?: Project,
): InvoiceLine => ({
  description,
  project_ref: project?.ref ?? null,
  project_name: project?.name ?? null,
  quantity,
  amount_cents,
})
