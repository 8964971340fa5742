import type { Follower } from '../archive/follow.ts'
import type { BackupParts } from '../deps.ts'
import { findBackups, type BaseBackup } from '../records/base-backups.ts'
import { isDue } from './schedule.ts'

/** A backup that takes longer hangs. */
const LONGEST_MS = 12 * 3600_000

/**
 * Whether a running project needs a base backup that nobody takes: the last attempt failed, or the
 * schedule has not begun one. It begins within minutes, so an alert waits longer than that.
 */
export async function isLate(
  parts: Pick<BackupParts, 'records' | 'clock'>,
  ref: string,
  follower: Pick<Follower, 'chain' | 'since'>,
): Promise<boolean> {
  const chain = await follower.chain()
  const own = (await findBackups(parts.records, ref)).filter((backup) => backup.chain === chain)
  const attempt = lastAttempt(own, parts.clock.now())
  if (attempt !== 'none') return attempt === 'failed'
  return isDue(parts, ref, follower)
}

/** The newest base backup, unless it is complete and the schedule decides about the next one. */
export function lastAttempt(
  newestFirst: readonly Pick<BaseBackup, 'status' | 'startedAt'>[],
  now: Date,
): 'running' | 'failed' | 'none' {
  const [newest] = newestFirst
  if (!newest || newest.status === 'complete') return 'none'
  if (newest.status === 'failed') return 'failed'
  return now.getTime() - newest.startedAt.getTime() < LONGEST_MS ? 'running' : 'failed'
}
