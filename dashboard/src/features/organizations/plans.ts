import type { PlanId } from '@stoa/contract/platform/organizations'

type Plan = { id: PlanId; name: string; description: string }

/** The plans an organization can start on; what a plan allows is decided by the server. */
export const PLANS: readonly Plan[] = [
  { id: 'free', name: 'Free', description: '2 active projects, 500 MB of database each' },
  { id: 'pro', name: 'Pro', description: 'From $25 a month; projects never pause' },
  { id: 'team', name: 'Team', description: 'From $599 a month; read-only roles, audit trail' },
  { id: 'enterprise', name: 'Enterprise', description: 'Custom' },
]

/** The plan of an address such as `/dashboard/new?plan=pro`; free when it names none. */
export function planFromText(text: string | undefined): PlanId {
  return PLANS.find((plan) => plan.id === text)?.id ?? 'free'
}
