import type { PlanId } from '../platform/organizations.ts'

export type Plan = {
  readonly id: PlanId
  readonly name: string
  /** Active projects one organization may have; null where nothing counts them. */
  readonly activeProjectLimit: number | null
}

/** The plans, the smallest first. */
export const plans: Readonly<Record<PlanId, Plan>> = {
  free: { id: 'free', name: 'Free', activeProjectLimit: 2 },
  pro: { id: 'pro', name: 'Pro', activeProjectLimit: null },
  team: { id: 'team', name: 'Team', activeProjectLimit: null },
  enterprise: { id: 'enterprise', name: 'Enterprise', activeProjectLimit: null },
}
