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
  /** The price of a month in cents; null if it is agreed with each customer. */
  readonly monthlyCents: number | null
  /** The part of the compute price of a month that the plan includes, in cents. */
  readonly computeCreditCents: number
}

/** The plans, lowest first. */
export const plans: Readonly<Record<PlanId, Plan>> = {
  free: {
    id: 'free',
    name: 'Free',
    activeProjectLimit: 2,
    logRetentionDays: 1,
    backupRetentionDays: 1,
    monthlyCents: 0,
    computeCreditCents: 0,
  },
  pro: {
    id: 'pro',
    name: 'Pro',
    activeProjectLimit: null,
    logRetentionDays: 7,
    backupRetentionDays: 7,
    monthlyCents: 2500,
    computeCreditCents: 1000,
  },
  team: {
    id: 'team',
    name: 'Team',
    activeProjectLimit: null,
    logRetentionDays: 28,
    backupRetentionDays: 14,
    monthlyCents: 59_900,
    computeCreditCents: 1000,
  },
  enterprise: {
    id: 'enterprise',
    name: 'Enterprise',
    activeProjectLimit: null,
    logRetentionDays: 90,
    backupRetentionDays: 30,
    monthlyCents: null,
    computeCreditCents: 0,
  },
}
