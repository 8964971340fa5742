import type { BackupParts } from '../deps.ts'
import { basePrefix, walPrefix } from '../keys.ts'
import { deleteBackup, findBackups, type BaseBackup } from '../records/base-backups.ts'
import { deleteChain, findChains, type Chain } from '../records/chains.ts'
import { dropRanges, dropSegmentsBefore } from '../records/wal-ranges.ts'
import { removeAll } from '../store/object-store.ts'
import { kindOfWalFile, segmentName } from '../wal/segment-names.ts'

const DAY_MS = 24 * 3600_000
/** The newest ones stay, however old they are. */
const ALWAYS_KEPT = 2

/**
 * Removes a project's base backups that no moment of the kept days needs, and the WAL that only they
 * need. The records go first: an interrupted run leaves objects, which the next one removes.
 */
export async function removeExpired(parts: BackupParts, ref: string): Promise<void> {
  const { records, clock, retentionDays } = parts
  const backups = await findBackups(records, ref)
  const cutoff = new Date(clock.now().getTime() - (await retentionDays(ref)) * DAY_MS)
  const expired = expiredBackups(backups, cutoff)
  for (const { id } of expired) await deleteBackup(records, ref, id)
  const kept = backups.filter((backup) => !expired.includes(backup))
  for (const chain of await findChains(records, ref))
    await cleanChain(
      parts,
      chain,
      kept.filter((backup) => backup.chain === chain.id),
    )
}

/**
 * The backups that can go. One that is older than the kept days stays if it is the last before them,
 * because their first moments begin with it.
 */
export function expiredBackups(
  newestFirst: readonly BaseBackup[],
  cutoff: Date,
): readonly BaseBackup[] {
  const complete = newestFirst.filter(({ status }) => status === 'complete')
  const isOld = ({ completedAt }: BaseBackup) => completedAt !== null && completedAt < cutoff
  const firstOld = complete.find(isOld)
  return newestFirst.filter((backup) => {
    if (backup.status === 'running') return false
    if (backup.status === 'failed') return backup.startedAt < cutoff
    return isOld(backup) && backup !== firstOld && complete.indexOf(backup) >= ALWAYS_KEPT
  })
}

async function cleanChain(
  parts: BackupParts,
  chain: Chain,
  backups: readonly BaseBackup[],
): Promise<void> {
  const { store, records } = parts
  const live = backups.filter(({ status }) => status !== 'failed')
  const prefix = basePrefix(chain.ref, chain.id)
  for await (const { key } of store.list(prefix))
    if (!live.some(({ id }) => key.startsWith(`${prefix}${id}.`))) await store.remove(key)
  // Its first segment is not recorded yet.
  if (live.some(({ status }) => status === 'running')) return
  if (live.length > 0) return removeWalBefore(parts, chain, live)
  await dropRanges(records, chain.id)
  await removeAll(store, walPrefix(chain.ref, chain.id))
  if (!chain.isNewest) await deleteChain(records, chain.id)
}

async function removeWalBefore(
  { store, records }: BackupParts,
  { id, ref, segmentBytes }: Chain,
  backups: readonly BaseBackup[],
): Promise<void> {
  if (segmentBytes === null) return
  const names = backups.flatMap(({ timeline, firstSegment: number }) =>
    timeline === null || number === null
      ? []
      : [{ timeline, number, name: segmentName({ timeline, number }, segmentBytes) }],
  )
  const [oldest] = names.toSorted((one, other) => (one.name < other.name ? -1 : 1))
  if (!oldest) return
  await records.transaction((tx) => dropSegmentsBefore(tx, id, oldest))
  const prefix = walPrefix(ref, id)
  for await (const { key } of store.list(prefix)) {
    const name = key.slice(prefix.length)
    if (kindOfWalFile(name) === 'segment' && name < oldest.name) await store.remove(key)
  }
}
