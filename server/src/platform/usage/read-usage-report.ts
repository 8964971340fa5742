import { planQuotas } from '@stoa/contract/catalog/plan-quotas'
import { USAGE_PRODUCTS } from '@stoa/contract/catalog/usage-products'
import type { ProductUsage, UsageReport } from '@stoa/contract/platform/usage'
import { projectNotFound } from '../../project/refusals.ts'
import { organizationNotFound, type Scope } from '../access/port.ts'
import type { Context } from '../context.ts'
import { findOrganization } from '../organizations/port.ts'
import {
  cycleNamed,
  cycleOf,
  hoursUntil,
  nameOfCycle,
  toBillingCycle,
  type Cycle,
} from './cycle.ts'
import { overageCents, quantitiesOf } from './quantities.ts'
import { isProjectOf, listUsageDays, listUsedMonths, type UsageDay } from './queries.ts'

const DAY_MS = 24 * 3_600_000

/** The usage of an organization, or of one of its projects, in a cycle. */
export async function readUsageReport(
  { session, clock }: Pick<Context, 'clock' | 'session'>,
  { organizationId }: Scope,
  { cycle: name, ref }: { readonly cycle: string | undefined; readonly ref: string | undefined },
): Promise<UsageReport> {
  const now = clock.now()
  const organization = await findOrganization(session, organizationId)
  if (!organization) throw organizationNotFound()
  if (ref !== undefined && !(await isProjectOf(session, organizationId, ref)))
    throw projectNotFound()
  const cycle = name === undefined ? cycleOf(now) : cycleNamed(name)
  const [days, months] = await Promise.all([
    listUsageDays(session, { ...cycle, organizationId, ref }),
    listUsedMonths(session, organizationId),
  ])
  const quotas = planQuotas[organization.plan]
  const hasSpendCap = organization.has_spend_cap
  const products = quantitiesOf(days, { quotas, hours: hoursUntil(cycle, now) }).map(
    ({ product, quantity, overage, projects }): ProductUsage => ({
      product,
      quantity,
      included: quotas[product].included,
      overage,
      charge_cents: overageCents(product, overage, { quotas, hasSpendCap }),
      days: daysOf(
        days.filter((day) => day.product === product),
        { cycle, now, product },
      ),
      projects: [...projects],
    }),
  )
  const current = nameOfCycle(cycleOf(now))
  return {
    cycle: toBillingCycle(cycle),
    cycles: [current, ...months.filter((month) => month !== current)],
    products,
  }
}

/** One value for each day of the cycle until now. */
function daysOf(
  rows: readonly UsageDay[],
  {
    cycle,
    now,
    product,
  }: { readonly cycle: Cycle; readonly now: Date; readonly product: ProductUsage['product'] },
): number[] {
  const { from, until } = cycle
  const end = Math.min(now.getTime(), until.getTime())
  const count = Math.max(0, Math.ceil((end - from.getTime()) / DAY_MS))
  const { over } = USAGE_PRODUCTS[product]
  const values = Array.from({ length: count }, () => 0)
  for (const { day, sum, peak } of rows) {
    const index = Math.round((Date.parse(day) - from.getTime()) / DAY_MS)
    if (index < count) values[index] = (values[index] ?? 0) + (over === 'sum' ? sum : peak)
  }
  return values
}
