import type { PlanId } from '../platform/organizations.ts'

export type Plan = {
  readonly id: PlanId
  readonly name: string
  /** Maximum active projects per organization; null for no limit. */
  readonly activeProjectLimit: number | null
}

/** The plans, lowest first. */
export const plans: Readonly<Record<PlanId, Plan>> = {
  free: { id: 'free', name: 'Free', activeProjectLimit: 2 },
  pro: { id: 'pro', name: 'Pro', activeProjectLimit: null },
  team: { id: 'team', name: 'Team', activeProjectLimit: null },
  enterprise: { id: 'enterprise', name: 'Enterprise', activeProjectLimit: null },
}
