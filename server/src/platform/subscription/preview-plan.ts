import { plans } from '@stoa/contract/catalog/plans'
import type { PlanId } from '@stoa/contract/platform/organizations'
import type { PlanPreview } from '@stoa/contract/platform/subscription'
import type { Scope } from '../access/port.ts'
import type { Context } from '../context.ts'
import { requireSelling } from '../selling/port.ts'
import { toBillingCycle } from '../usage/port.ts'
import { planRefusals } from './plan-refusals.ts'
import type { PlanPeriod } from './queries.ts'
import { readFacts } from './read-facts.ts'
import { planLines } from './statement.ts'

/** The costs of a change of plan at this moment, and the reasons that forbid it. */
export async function previewPlan(
  context: Pick<Context, 'clock' | 'fleet' | 'mode' | 'planLimits' | 'session'>,
  scope: Scope,
  plan: PlanId,
): Promise<PlanPreview> {
  await requireSelling(context)
  const now = context.clock.now()
  const facts = await readFacts(context, scope, now)
  const lines = planLines({ cycle: facts.cycle, periods: changedAt(facts.periods, plan, now) })
  return {
    plan,
    cycle: toBillingCycle(facts.cycle),
    lines: [...lines],
    total_cents: lines.reduce((sum, { amount_cents }) => sum + amount_cents, 0),
    monthly_cents: plans[plan].monthlyCents,
    refusals: planRefusals(plan, facts).map(({ code, message, hint = '' }) => ({
      code,
      message,
      hint,
    })),
  }
}

/** The periods after a change of plan. */
const changedAt = (
  periods: readonly PlanPeriod[],
  plan: PlanId,
  at: Date,
): readonly PlanPeriod[] => [
  ...periods.map((period) => (period.ends_at === null ? { ...period, ends_at: at } : period)),
  { plan, begins_at: at, ends_at: null },
]
