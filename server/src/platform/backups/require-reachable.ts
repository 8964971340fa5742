import type { RestoreTarget } from '@stoa/contract/platform/backups'
import { momentUnreachable } from '../../backups/errors.ts'
import type { Reach, RestoreTarget as StoredTarget } from '../../backups/port.ts'
import { backupsAreOff } from '../../fleet/copies/origins.ts'
import type { Context } from '../context.ts'
import { requirePlan } from '../projects/port.ts'
import { backupNotComplete } from './errors.ts'
import { findBackup } from './find-backup.ts'

/**
 * The target as the store takes it. Rejects with 404 `backup_not_found`, 409 `moment_unreachable`
 * or `backup_not_complete`, and 402 `plan_too_small` for a time in a plan without point-in-time
 * recovery.
 */
export async function requireReachable(
  context: Pick<Context, 'backups' | 'mode' | 'planLimits' | 'session'>,
  ref: string,
  target: RestoreTarget,
): Promise<StoredTarget> {
  const { backups } = context
  if (target.kind === 'backup') {
    const { backup } = await findBackup(backups, ref, target.id)
    if (backup.status !== 'complete') throw backupNotComplete()
    return target
  }
  if (!backups) throw backupsAreOff()
  await requirePlan(context, ref, 'point_in_time_recovery')
  const at = new Date(target.at)
  const reach = await backups.archive.reach(ref)
  if (!reach.some(({ from, until }) => from <= at && at <= until))
    throw momentUnreachable('The backups do not reach this moment.', describeReach(reach))
  return { kind: 'time', at }
}

function describeReach(reach: readonly Reach[]): string {
  const [first] = reach
  const last = reach.at(-1)
  if (!first || !last) return 'The project has no complete backup yet.'
  const gaps = reach.length > 1 ? ', with gaps' : ''
  return `Choose a moment from ${first.from.toISOString()} to ${last.until.toISOString()}${gaps}.`
}
