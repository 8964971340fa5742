import { plans } from '@stoa/contract/catalog/plans'
import type { PlanId } from '@stoa/contract/platform/organizations'
import type { Clock } from '../../lib/clock.ts'
import type { LogParts } from '../../logs/index.ts'
import type { DrainRunner } from './drains/runner.ts'
import { LOW_DISK_BYTES, MAX_LOG_BYTES } from './limits.ts'
import type { Retention } from './storage.ts'

export const retentionOfPlan = (plan: PlanId): Retention => ({
  days: plans[plan].logRetentionDays,
  bytes: MAX_LOG_BYTES,
})

type ExpiryDeps = Pick<LogParts, 'store' | 'freeBytes'> & {
  readonly drains: Pick<DrainRunner, 'expiring' | 'forgetBefore'>
  readonly clock: Clock
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/**
 * Deletes what is older or larger than kept. While the disk is nearly full, each run deletes the
 * older half of every project's logs, so that databases have room.
 */
export async function expire(
  { store, freeBytes, drains, clock }: ExpiryDeps,
  ref: string,
  { days, bytes }: Retention,
): Promise<void> {
  const isLow = (await freeBytes()) < LOW_DISK_BYTES
  const kept = isLow ? Math.floor((await store.storage(ref)).bytes / 2) : bytes
  await store.expire(ref, {
    days,
    bytes: Math.min(kept, bytes),
    onExpire: (source, file) => drains.expiring(ref, source, file),
  })
  // Two hours more than are kept, because the last hour is kept until its end.
  await drains.forgetBefore(ref, new Date(clock.now().getTime() - days * DAY_MS - 2 * HOUR_MS))
}
