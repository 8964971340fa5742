import { plans, type Plan } from '@stoa/contract/catalog/plans'
import type { PlanId } from '@stoa/contract/platform/organizations'

/** The plans an organization can start on, smallest first. */
export const PLANS: readonly Plan[] = Object.values(plans)

/** A plan's limits, on an installation that enforces plan limits. */
export function planDescription({ activeProjectLimit }: Plan): string {
  if (activeProjectLimit === null) return 'Any number of active projects'
  return `Up to ${activeProjectLimit} active projects`
}

/** Whether a plan can be chosen without an agreement with the operator. */
export const hasPrice = ({ monthlyCents }: Plan): boolean => monthlyCents !== null

/** `$25 / month`. */
export const planPrice = ({ monthlyCents }: Plan): string => `$${(monthlyCents ?? 0) / 100} / month`

/** The plan named in a URL such as `/dashboard/new?plan=pro`; free if it names none. */
export function planFromText(text: string | undefined): PlanId {
  return PLANS.find((plan) => plan.id === text)?.id ?? 'free'
}
