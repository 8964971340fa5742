import type { Account } from '../../postgres/engines/account.ts'
import type { BackupParts } from '../deps.ts'
import { momentUnreachable } from '../errors.ts'
import { placeBackup } from '../place/place.ts'
import { restorable } from '../place/targets.ts'
import { findBackups } from '../records/base-backups.ts'
import { findChains } from '../records/chains.ts'
import { findRanges } from '../records/wal-ranges.ts'
import { LATEST } from './place-platform.ts'
import { endOfWal } from './find-platform.ts'

/**
 * Fills a project's data directory with everything that the store has of it. The records can be older
 * than the store, because they come out of a backup themselves: WAL that followed is found by its names.
 */
export async function placeLatest(
  parts: BackupParts,
  dataDir: string,
  { ref, account }: { readonly ref: string; readonly account: Account | undefined },
): Promise<void> {
  const { records, clock } = parts
  const [backups, chains, ranges] = await Promise.all([
    findBackups(records, ref),
    findChains(records, ref),
    findRanges(records, ref),
  ])
  const all = restorable({ backups, chains, ranges }, clock.now())
  const newest = all.toSorted((one, other) => +other.reach.until - +one.reach.until)[0]
  if (!newest)
    throw momentUnreachable(
      'The store has no complete backup of this project.',
      'Projects have their first backup a few minutes after their creation. Create the project again.',
    )
  const { backup, segmentBytes, endSegment } = newest
  const end = await endOfWal(
    parts,
    { chain: backup.chain, timeline: backup.timeline, lastSegment: endSegment, segmentBytes },
    ref,
  )
  await placeBackup(parts, dataDir, {
    chosen: { ...newest, endSegment: end.last },
    target: { kind: 'time', at: LATEST },
    account,
  })
}
