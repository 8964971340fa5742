import { isAtLeast, includesFeature } from '@stoa/contract/catalog/plan-features'
import { planQuotas } from '@stoa/contract/catalog/plan-quotas'
import { plans } from '@stoa/contract/catalog/plans'
import { USAGE_PRODUCTS } from '@stoa/contract/catalog/usage-products'
import type { PlanId } from '@stoa/contract/platform/organizations'
import type { AppError } from '../../lib/errors.ts'
import type { Standing } from '../permissions.ts'
import { planByAgreement } from '../selling/port.ts'
import { quantitiesOf, type UsageDay } from '../usage/port.ts'
import * as refuse from './errors.ts'

/** The state of an organization that decides which plans it can have. */
export type PlanFacts = {
  readonly plan: PlanId
  readonly standing: Standing
  readonly isManagedElsewhere: boolean
  readonly overdueInvoices: number
  readonly activeProjects: number
  readonly branches: number
  readonly drains: number
  /** The names of projects with a size that the Free plan does not have. */
  readonly largeProjects: readonly string[]
  readonly days: readonly UsageDay[]
  readonly hours: number
}

/** The reasons why an organization cannot have a plan now; empty if it can. */
export function planRefusals(to: PlanId, facts: PlanFacts): readonly AppError[] {
  if (facts.isManagedElsewhere) return [refuse.planManagedElsewhere()]
  if (to === facts.plan) return [refuse.planUnchanged(to)]
  if (plans[to].monthlyCents === null && facts.standing !== 'operator') return [planByAgreement(to)]
  if (isAtLeast(to, facts.plan)) return []
  return downgradeRefusals(to, facts)
}

function downgradeRefusals(to: PlanId, facts: PlanFacts): readonly AppError[] {
  const { overdueInvoices, activeProjects, branches, drains, largeProjects, days, hours } = facts
  const limit = plans[to].activeProjectLimit
  const quotas = planQuotas[to]
  const tooLarge = quantitiesOf(days, { quotas, hours })
    // A plan that sells more than the quota takes any usage.
    .filter(({ product, overage }) => overage > 0 && quotas[product].rate === null)
    // Branches have a reason of their own.
    .filter(({ product }) => product !== 'branch_hours')
    .map(({ product }) => USAGE_PRODUCTS[product].title)
  return [
    overdueInvoices > 0 && refuse.invoicesOverdue(),
    limit !== null &&
      activeProjects > limit &&
      refuse.needsFewerProjects(to, limit, activeProjects),
    branches > 0 && !includesFeature(to, 'branching') && refuse.needsNoBranches(to, branches),
    drains > 0 && !includesFeature(to, 'log_drains') && refuse.needsNoDrains(to, drains),
    to === 'free' && largeProjects.length > 0 && refuse.needsSmallerCompute(to, largeProjects),
    tooLarge.length > 0 && refuse.usageTooLarge(to, tooLarge),
  ].filter((reason) => reason !== false)
}
