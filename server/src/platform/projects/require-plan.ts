import {
  includesFeature,
  PLAN_FEATURES,
  type PlanFeatureId,
} from '@stoa/contract/catalog/plan-features'
import { plans } from '@stoa/contract/catalog/plans'
import { AppError } from '../../lib/errors.ts'
import type { Context } from '../context.ts'
import { findOrganizationOf } from './queries.ts'

/**
 * Refuses with 402 `plan_too_small` a feature that the plan of a project's organization does not
 * include, if the limits of plans are enforced.
 */
export async function requirePlan(
  { session, planLimits, mode }: Pick<Context, 'mode' | 'planLimits' | 'session'>,
  ref: string,
  feature: PlanFeatureId,
): Promise<void> {
  if (planLimits !== true || mode !== 'platform') return
  const own = (await findOrganizationOf(session, ref))?.plan ?? 'free'
  if (includesFeature(own, feature)) return
  const { subject, plan } = PLAN_FEATURES[feature]
  throw new AppError(
    'plan_too_small',
    `${subject} needs the ${plans[plan].name} plan or a larger one.`,
    { status: 402, hint: 'Choose a larger plan in the billing settings of the organization.' },
  )
}
