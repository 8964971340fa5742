import { plans } from '@stoa/contract/catalog/plans'
import type { PlanId } from '@stoa/contract/platform/organizations'
import { MAX_LOG_BYTES } from './limits.ts'
import type { Retention } from './storage.ts'

export const retentionOfPlan = (plan: PlanId): Retention => ({
  days: plans[plan].logRetentionDays,
  bytes: MAX_LOG_BYTES,
})
