import type { Session } from '../../postgres/database.ts'
import { organizationNotFound, type Scope } from '../access/port.ts'
import type { Context } from '../context.ts'
import { findOrganization, managedBy } from '../organizations/port.ts'
import { isActive } from '../projects/port.ts'
import { cycleOf, hoursUntil, listUsageDays } from '../usage/port.ts'
import type { PlanFacts } from './plan-refusals.ts'
import { listPlanPeriods, listProjectNames, readHoldings } from './queries.ts'
import type { StatementFacts } from './statement.ts'

/** Everything that the plan and the costs of an organization are decided by. */
export type SubscriptionFacts = PlanFacts &
  StatementFacts & { readonly billingPartner: string | null }

/** Reads the facts of the current cycle. */
export async function readFacts(
  { fleet, session }: Pick<Context, 'fleet'> & { readonly session: Session },
  { organizationId, standing }: Pick<Scope, 'organizationId' | 'standing'>,
  now: Date,
): Promise<SubscriptionFacts> {
  const cycle = cycleOf(now)
  const organization = await findOrganization(session, organizationId)
  if (!organization) throw organizationNotFound()
  const periods = await listPlanPeriods(session, organizationId, cycle)
  const days = await listUsageDays(session, { ...cycle, organizationId })
  const holdings = await readHoldings(session, organizationId, now)
  const projects = await listProjectNames(session, organizationId)
  const instances = await fleet.list(projects.map(({ ref }) => ref))
  const active = new Map(
    instances.filter(({ status }) => isActive(status)).map((instance) => [instance.ref, instance]),
  )
  const isLarge = (ref: string) => (active.get(ref)?.computeSize ?? 'nano') !== 'nano'
  return {
    cycle,
    periods,
    days,
    hours: hoursUntil(cycle, now),
    hasSpendCap: organization.has_spend_cap,
    billingPartner: organization.billing_partner,
    plan: organization.plan,
    standing,
    isManagedElsewhere: managedBy(organization.billing_partner) !== 'stoa',
    overdueInvoices: holdings.overdue,
    activeProjects: active.size,
    branches: holdings.branches,
    drains: holdings.drains,
    largeProjects: projects.filter(({ ref }) => isLarge(ref)).map(({ name }) => name),
  }
}
