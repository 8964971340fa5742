import type { Follower } from '../archive/follow.ts'
import type { BackupParts } from '../deps.ts'
import { PLATFORM_DATABASE } from '../port.ts'
import { endOfWal } from '../recovery/find-platform.ts'
import { findBackups } from '../records/base-backups.ts'

const DAY_MS = 24 * 3600_000
const AFTER_FAILURE_MS = 3600_000

/**
 * Whether the platform's own database needs a base backup now: there is none of its data directory, it
 * is a day old, or WAL is missing after it. The store is asked for missing WAL once after each start.
 */
export async function isPlatformDue(
  parts: Pick<BackupParts, 'store' | 'records' | 'clock'>,
  follower: Pick<Follower, 'chain' | 'hasGap' | 'segmentBytes' | 'since'>,
): Promise<boolean> {
  const { records, clock } = parts
  const chain = await follower.chain()
  const now = clock.now().getTime()
  const backups = (await findBackups(records, PLATFORM_DATABASE)).filter(
    (backup) => backup.chain === chain,
  )
  const tried = backups.find(({ status }) => status !== 'complete')
  if (tried && now - tried.startedAt.getTime() < AFTER_FAILURE_MS) return false
  const newest = backups.find(({ status }) => status === 'complete')
  if (!newest?.completedAt || follower.hasGap()) return true
  if (now - newest.completedAt.getTime() >= DAY_MS) return true
  const { timeline, lastSegment } = newest
  const segmentBytes = follower.segmentBytes()
  if (checked.has(follower) || segmentBytes === undefined) return false
  if (timeline === null || lastSegment === null) return true
  const wal = await endOfWal(parts, { chain, timeline, lastSegment, segmentBytes })
  checked.add(follower)
  return !wal.isGapless
}

const checked = new WeakSet<object>()
