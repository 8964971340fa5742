import type { PlanId } from '../platform/organizations.ts'

export type Plan = {
  readonly id: PlanId
  readonly name: string
  /** Maximum active projects per organization; null for no limit. */
  readonly activeProjectLimit: number | null
  /** How long the logs of a project are kept. */
  readonly logRetentionDays: number
  /** For how many days a project can be restored. */
  readonly backupRetentionDays: number
}

/** The plans, lowest first. */
export const plans: Readonly<Record<PlanId, Plan>> = {
  free: {
    id: 'free',
    name: 'Free',
    activeProjectLimit: 2,
    logRetentionDays: 1,
    backupRetentionDays: 1,
  },
  pro: {
    id: 'pro',
    name: 'Pro',
    activeProjectLimit: null,
    logRetentionDays: 7,
    backupRetentionDays: 7,
  },
  team: {
    id: 'team',
    name: 'Team',
    activeProjectLimit: null,
    logRetentionDays: 28,
    backupRetentionDays: 14,
  },
  enterprise: {
    id: 'enterprise',
    name: 'Enterprise',
    activeProjectLimit: null,
    logRetentionDays: 90,
    backupRetentionDays: 30,
  },
}
