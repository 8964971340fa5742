import { plans } from '@stoa/contract/catalog/plans'
import type { PlanId } from '@stoa/contract/platform/organizations'
import type { LogParts } from '../../logs/index.ts'
import { LOW_DISK_BYTES, MAX_LOG_BYTES } from './limits.ts'
import type { Retention } from './storage.ts'

export const retentionOfPlan = (plan: PlanId): Retention => ({
  days: plans[plan].logRetentionDays,
  bytes: MAX_LOG_BYTES,
})

/**
 * Deletes what is older or larger than kept. While the disk is nearly full, each run deletes the
 * older half of every project's logs, so that databases have room.
 */
export async function expire(
  { store, freeBytes }: Pick<LogParts, 'store' | 'freeBytes'>,
  ref: string,
  { days, bytes }: Retention,
): Promise<void> {
  const isLow = (await freeBytes()) < LOW_DISK_BYTES
  const kept = isLow ? Math.floor((await store.storage(ref)).bytes / 2) : bytes
  await store.expire(ref, { days, bytes: Math.min(kept, bytes) })
}
