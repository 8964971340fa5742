import type { Session } from '../../postgres/database.ts'
import type { Context } from '../context.ts'
import { isSelling } from '../selling/port.ts'
import { beginPeriods, endAllPeriods, endChangedPeriods } from './queries.ts'

/**
 * Records which plan each organization has from now on, or that none is billed while plans are not
 * sold. Changes nothing if the records are right.
 */
export async function recordPlans(
  tx: Session,
  at: Date,
  { areSold, organizationId }: { readonly areSold: boolean; readonly organizationId?: number },
): Promise<void> {
  if (!areSold) return void (await endAllPeriods(tx, at))
  await endChangedPeriods(tx, at, organizationId)
  await beginPeriods(tx, at, organizationId)
}

/** Notices organizations that were created, and plans that were changed, without a subscription. */
export async function keepPlanPeriods(
  context: Pick<Context, 'clock' | 'mode' | 'planLimits' | 'session'>,
): Promise<void> {
  const areSold = await isSelling(context)
  await context.session.transaction((tx) => recordPlans(tx, context.clock.now(), { areSold }))
}
