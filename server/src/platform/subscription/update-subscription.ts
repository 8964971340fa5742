import { planQuotas } from '@stoa/contract/catalog/plan-quotas'
import type { PlanId } from '@stoa/contract/platform/organizations'
import type { Subscription } from '@stoa/contract/platform/subscription'
import type { Session } from '../../postgres/database.ts'
import type { Scope } from '../access/port.ts'
import { audit, type Actor } from '../audit.ts'
import type { Context } from '../context.ts'
import { requireSelling } from '../selling/port.ts'
import { lockOrganization } from '../organizations/port.ts'
import { isOverQuota, quantitiesOf } from '../usage/port.ts'
import { spendCapBelowUsage } from './errors.ts'
import { recordPlans } from './keep-plan-periods.ts'
import { planRefusals } from './plan-refusals.ts'
import { setPlan, setSpendCap } from './queries.ts'
import { readFacts, type SubscriptionFacts } from './read-facts.ts'
import { readSubscription } from './read-subscription.ts'

type SubscriptionChange = {
  readonly scope: Scope
  readonly plan: PlanId | undefined
  readonly hasSpendCap: boolean | undefined
}

/**
 * Changes the plan or the spend cap of an organization in one transaction. Changes at the same time
 * are made one after the other, each by what the one before has left.
 */
export async function updateSubscription(
  context: Pick<Context, 'clock' | 'fleet' | 'mode' | 'planLimits' | 'session'>,
  actor: Actor,
  { scope, plan, hasSpendCap }: SubscriptionChange,
): Promise<Subscription> {
  await requireSelling(context)
  await context.session.transaction(async (tx) => {
    await lockOrganization(tx, scope.organizationId)
    const facts = await readFacts({ fleet: context.fleet, session: tx }, scope, actor.at)
    if (hasSpendCap !== undefined) await changeSpendCap(tx, actor, { scope, facts, hasSpendCap })
    if (plan !== undefined) await changePlan(tx, actor, { scope, facts, plan })
  })
  return readSubscription(context, scope)
}

async function changePlan(
  tx: Session,
  actor: Actor,
  {
    scope,
    facts,
    plan,
  }: { readonly scope: Scope; readonly facts: SubscriptionFacts; readonly plan: PlanId },
): Promise<void> {
  const [refusal] = planRefusals(plan, facts)
  if (refusal) throw refusal
  await setPlan(tx, scope.organizationId, plan)
  await recordPlans(tx, actor.at, { areSold: true, organizationId: scope.organizationId })
  await audit(tx, actor, {
    action: 'organization.change_plan',
    on: scope,
    metadata: { from: facts.plan, to: plan },
  })
}

async function changeSpendCap(
  tx: Session,
  actor: Actor,
  {
    scope,
    facts,
    hasSpendCap,
  }: { readonly scope: Scope; readonly facts: SubscriptionFacts; readonly hasSpendCap: boolean },
): Promise<void> {
  if (hasSpendCap === facts.hasSpendCap) return
  const terms = { quotas: planQuotas[facts.plan], hasSpendCap }
  // Otherwise a cap at the end of a cycle would make all of its usage free.
  if (hasSpendCap && isOverQuota(quantitiesOf(facts.days, { ...terms, hours: facts.hours }), terms))
    throw spendCapBelowUsage()
  await setSpendCap(tx, scope.organizationId, hasSpendCap)
  await audit(tx, actor, {
    action: 'organization.set_spend_cap',
    on: scope,
    metadata: { has_spend_cap: hasSpendCap },
  })
}
