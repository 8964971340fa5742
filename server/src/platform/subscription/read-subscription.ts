import { tierOf } from '@stoa/contract/catalog/plan-tiers'
import type { Subscription } from '@stoa/contract/platform/subscription'
import type { Scope } from '../access/port.ts'
import type { Context } from '../context.ts'
import { requireSelling } from '../selling/port.ts'
import { managedBy } from '../organizations/port.ts'
import { toBillingCycle } from '../usage/port.ts'
import { readCredit } from './queries.ts'
import { readFacts } from './read-facts.ts'
import { statementOf } from './statement.ts'

/** The plan of an organization, and the invoice of this cycle so far. */
export async function readSubscription(
  context: Pick<Context, 'clock' | 'fleet' | 'mode' | 'planLimits' | 'session'>,
  scope: Scope,
): Promise<Subscription> {
  await requireSelling(context)
  const facts = await readFacts(context, scope, context.clock.now())
  const { lines, total } = statementOf(facts)
  return {
    plan: facts.plan,
    tier: tierOf(facts.plan, facts.hasSpendCap),
    has_spend_cap: facts.hasSpendCap,
    managed_by: managedBy(facts.billingPartner),
    cycle: toBillingCycle(facts.cycle),
    credit_cents: await readCredit(context.session, scope.organizationId),
    upcoming: { lines: [...lines], total_cents: total },
  }
}
