import { plans } from '@stoa/contract/catalog/plans'
import type { PlanId } from '@stoa/contract/platform/organizations'
import { AppError } from '../../lib/errors.ts'
import type { Context } from '../context.ts'
import { findOrganizationOf } from './queries.ts'

const ORDER = Object.keys(plans)

/**
 * Refuses with 402 `plan_too_small` what the plan of a project's organization does not include, if
 * the limits of plans are enforced.
 */
export async function requirePlan(
  { session, planLimits, mode }: Pick<Context, 'mode' | 'planLimits' | 'session'>,
  ref: string,
  { plan, feature }: { readonly plan: PlanId; readonly feature: string },
): Promise<void> {
  if (planLimits !== true || mode !== 'platform') return
  const own = (await findOrganizationOf(session, ref))?.plan ?? 'free'
  if (ORDER.indexOf(own) >= ORDER.indexOf(plan)) return
  throw new AppError(
    'plan_too_small',
    `${feature} needs the ${plans[plan].name} plan or a larger one.`,
    { status: 402, hint: 'Choose a larger plan in the billing settings of the organization.' },
  )
}
