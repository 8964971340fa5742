import { planQuotas } from '@stoa/contract/catalog/plan-quotas'
import { systemActor } from '../audit.ts'
import type { Context } from '../context.ts'
import { isSelling } from '../selling/port.ts'
import {
  cycleOf,
  hourOf,
  hoursUntil,
  isOverQuota,
  listUsageDays,
  quantitiesOf,
} from '../usage/port.ts'
import { clockStep } from './clock-step.ts'
import { listClocked, type ClockedOrganization } from './queries.ts'
import { applyRestriction } from './set-restriction.ts'

type ClockContext = Pick<
  Context,
  'clock' | 'mode' | 'planLimits' | 'restrictionsChanged' | 'session'
>

/**
 * Makes the chore that restricts organizations that do not pay or exceed their quotas, step by
 * step. It lifts these restrictions when the cause has ended, or plans are no longer sold.
 */
export function createRestrictionClock(context: ClockContext): () => Promise<void> {
  const { session, clock } = context
  /** The organizations above a quota, which are computed once an hour. */
  let over: ReadonlySet<number> = new Set()
  let computedFor: number | undefined

  async function isOver(organization: ClockedOrganization, now: Date): Promise<boolean> {
    // An organization that does something about its usage does not wait for the next hour.
    if (organization.cause !== 'quota') return over.has(organization.id)
    return (await listOver(context, [organization], { now, organizationId: organization.id })).has(
      organization.id,
    )
  }

  return async () => {
    const now = clock.now()
    const areSold = await isSelling(context)
    const organizations = areSold ? await listClocked(session) : await listForgiven(session)
    const hour = hourOf(now).getTime()
    if (areSold && computedFor !== hour) {
      over = await listOver(context, organizations, { now })
      computedFor = hour
    }
    const actor = systemActor(now)
    let hasChanged = false
    for (const organization of organizations) {
      const isOverQuota = areSold && (await isOver(organization, now))
      const step = clockStep({ ...organization, isOverQuota }, now)
      if (!step) continue
      await session.transaction((tx) =>
        applyRestriction(tx, actor, { slug: organization.slug, end: null, ...step }),
      )
      hasChanged = true
    }
    if (hasChanged) await context.restrictionsChanged()
  }
}

/** The organizations that the clock has restricted, without the reasons why it did. */
const listForgiven = async (session: Context['session']): Promise<readonly ClockedOrganization[]> =>
  (await listClocked(session))
    .filter(({ cause }) => cause !== null)
    .map((organization) => ({ ...organization, unpaid_since: null }))

/** The organizations that exceed a quota in this cycle and do not pay for more. */
async function listOver(
  { session }: Pick<Context, 'session'>,
  organizations: readonly ClockedOrganization[],
  { now, organizationId }: { readonly now: Date; readonly organizationId?: number },
): Promise<ReadonlySet<number>> {
  const cycle = cycleOf(now)
  const days = await listUsageDays(session, {
    ...cycle,
    ...(organizationId !== undefined && { organizationId }),
  })
  const byOrganization = Map.groupBy(days, (day) => day.organization_id)
  const hours = hoursUntil(cycle, now)
  const over = organizations.filter(({ id, plan, has_spend_cap: hasSpendCap }) => {
    const terms = { quotas: planQuotas[plan], hasSpendCap }
    return isOverQuota(quantitiesOf(byOrganization.get(id) ?? [], { ...terms, hours }), terms)
  })
  return new Set(over.map(({ id }) => id))
}
