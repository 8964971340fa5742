import { createKeyedMutex } from '../lib/keyed-mutex.ts'
import { followCluster, type Follower } from './archive/follow.ts'
import { takeBackup } from './base/take.ts'
import type { BackupParts } from './deps.ts'
import { backupNeedsRunning, backupNotFound, backupRunning } from './errors.ts'
import { SCHEDULED_RATE } from './limits.ts'
import { basePrefix, projectPrefix } from './keys.ts'
import { placeBackup } from './place/place.ts'
import { chooseBackup, restorable, toReach, type Restorable } from './place/targets.ts'
import type { Backup, Backups } from './port.ts'
import {
  deleteBackup,
  failUnfinished,
  findBackup,
  findBackups,
  saveVerification,
} from './records/base-backups.ts'
import { deleteChains, findChains } from './records/chains.ts'
import { findRanges } from './records/wal-ranges.ts'
import { isLate } from './schedule/late.ts'
import { startSchedule } from './schedule/schedule.ts'
import { removeExpired } from './schedule/retention.ts'
import { removeAll } from './store/object-store.ts'

/** Backups with the parts that only the server's wiring uses. */
export type BackupService = Backups & {
  /**
   * Whether the newest changes of a running project do not reach the store, its last base backup
   * failed, or is older than its schedule. Undefined while it does not run.
   */
  isFailing(ref: string): Promise<boolean | undefined>
  /** Ends what an earlier server left unfinished, and begins to take base backups by itself. */
  start(): Promise<void>
  /** Ends the backups that are being taken. */
  stop(): Promise<void>
}

type State = {
  readonly parts: BackupParts
  readonly followers: Map<string, Follower>
  readonly taking: Set<string>
  readonly stopping: AbortController
}

/** Backups in one store. Call `start` before the first project runs. */
export function createBackups(parts: BackupParts): BackupService {
  const state: State = {
    parts,
    followers: new Map(),
    taking: new Set(),
    stopping: new AbortController(),
  }
  const { records } = parts
  const perProject = createKeyedMutex()
  let schedule: { stop(): Promise<void> } | undefined
  return {
    follow: (cluster) => follow(state, cluster),
    take: (ref, { name }) => take(state, ref, { name, maxRate: undefined }),
    list: (ref) => findBackups(records, ref),
    async isFailing(ref) {
      const follower = state.followers.get(ref)
      return follower && (follower.isFailing() || isLate(parts, ref, follower))
    },
    reach: async (ref) => toReach(await restorableOf(parts, ref)),
    async place(dataDir, { ref, target, account }) {
      // A removal waits for the restores that read what it removes.
      await perProject.runExclusive(ref, async () => {
        const chosen = chooseBackup(await restorableOf(parts, ref), target)
        await placeBackup(parts, dataDir, { chosen, target, account })
      })
    },
    async recordVerification(id, verification) {
      await saveVerification(records, id, verification)
    },
    remove: (ref, id) => perProject.runExclusive(ref, () => remove(state, ref, id)),
    forget: (ref) =>
      perProject.runExclusive(ref, async () => {
        // The records come last, so that an interrupted removal is repeated.
        await removeAll(parts.store, projectPrefix(ref))
        await deleteChains(records, ref)
      }),
    async start() {
      await failUnfinished(records, 'The server stopped while the backup was being made.')
      schedule = startSchedule({
        parts,
        followers: state.followers,
        take: (ref) => take(state, ref, { name: null, maxRate: SCHEDULED_RATE }),
        clean: (ref) => perProject.runExclusive(ref, () => removeExpired(parts, ref)),
      })
    },
    async stop() {
      state.stopping.abort()
      await schedule?.stop()
    },
  }
}

function follow({ parts, followers }: State, cluster: Parameters<Backups['follow']>[0]) {
  const follower = followCluster(parts, cluster)
  followers.set(cluster.ref, follower)
  return {
    async stop() {
      if (followers.get(cluster.ref) === follower) followers.delete(cluster.ref)
      await follower.stop()
    },
  }
}

type TakeOptions = { readonly name: string | null; readonly maxRate: number | undefined }

async function take(
  { parts, followers, taking, stopping }: State,
  ref: string,
  options: TakeOptions,
): Promise<Backup> {
  const follower = followers.get(ref)
  if (!follower) throw backupNeedsRunning()
  if (taking.has(ref)) throw backupRunning()
  taking.add(ref)
  try {
    return await takeBackup(parts, follower, { ...options, signal: stopping.signal })
  } finally {
    taking.delete(ref)
  }
}

async function restorableOf(
  { records, clock }: BackupParts,
  ref: string,
): Promise<readonly Restorable[]> {
  const [backups, chains, ranges] = await Promise.all([
    findBackups(records, ref),
    findChains(records, ref),
    findRanges(records, ref),
  ])
  return restorable({ backups, chains, ranges }, clock.now())
}

async function remove({ parts, taking }: State, ref: string, id: string): Promise<void> {
  const backup = await findBackup(parts.records, ref, id)
  if (!backup) throw backupNotFound()
  if (backup.status === 'running' && taking.has(ref)) throw backupRunning()
  // Without its record, it can no longer be restored; the retention removes what a kill leaves.
  await deleteBackup(parts.records, ref, id)
  await removeAll(parts.store, `${basePrefix(ref, backup.chain)}${id}.`)
  await removeExpired(parts, ref)
}
