import type { PlanId } from '../platform/organizations.ts'

/** A feature that not every plan includes. */
export type PlanFeature = {
  readonly title: string
  /** The subject of a refusal: `The metrics endpoint` needs a larger plan. */
  readonly subject: string
  /** The smallest plan with the feature. */
  readonly plan: PlanId
}

/**
 * The features that the server refuses to smaller plans where plan limits are enforced. The pricing
 * page and the refusals have the same list.
 */
export const PLAN_FEATURES = {
  point_in_time_recovery: {
    title: 'Point-in-time recovery',
    subject: 'Point-in-time recovery',
    plan: 'pro',
  },
  branching: { title: 'Branching', subject: 'Branching', plan: 'pro' },
  read_replicas: { title: 'Read replicas', subject: 'A read replica', plan: 'pro' },
  metrics_endpoint: { title: 'Metrics endpoint', subject: 'The metrics endpoint', plan: 'pro' },
  log_drains: { title: 'Log drains', subject: 'A log drain', plan: 'team' },
} as const satisfies Readonly<Record<string, PlanFeature>>

export type PlanFeatureId = keyof typeof PLAN_FEATURES

/** The plans, smallest first. */
const ORDER: readonly PlanId[] = ['free', 'pro', 'team', 'enterprise']

/** Whether a plan is at least as large as another. */
export const isAtLeast = (plan: PlanId, other: PlanId): boolean =>
  ORDER.indexOf(plan) >= ORDER.indexOf(other)

/** Whether a plan includes a feature. */
export const includesFeature = (plan: PlanId, feature: PlanFeatureId): boolean =>
  isAtLeast(plan, PLAN_FEATURES[feature].plan)
