import { createKeyedMutex } from '../lib/keyed-mutex.ts'
import { followCluster, type Follower } from './archive/follow.ts'
import { takeBackup } from './base/take.ts'
import type { BackupParts } from './deps.ts'
import { backupNeedsRunning, backupNotFound, backupRunning } from './errors.ts'
import { SCHEDULED_RATE } from './limits.ts'
import { basePrefix, projectPrefix } from './keys.ts'
import { placeBackup } from './place/place.ts'
import { chooseBackup, restorable, toReach, type Restorable } from './place/targets.ts'
import { cleanFiles } from './files/clean-files.ts'
import { placeFiles } from './files/place-files.ts'
import { startFileSchedule, type FileSchedule } from './files/schedule-files.ts'
import { PLATFORM_DATABASE, type Backup, type Backups, type PlatformBackupState } from './port.ts'
import {
  deleteBackup,
  failUnfinished,
  findBackup,
  findBackups,
  saveVerification,
} from './records/base-backups.ts'
import { deleteChains, findChains } from './records/chains.ts'
import { countFileFailures, deleteFileCopy, findFileCopy } from './records/file-copies.ts'
import { findRanges } from './records/wal-ranges.ts'
import { placeLatest } from './recovery/place-latest.ts'
import { isLate } from './schedule/late.ts'
import { startSchedule } from './schedule/schedule.ts'
import { isPlatformDue } from './schedule/platform-due.ts'
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
  readonly perProject: ReturnType<typeof createKeyedMutex>
  /** Copies of files can take hours, so nothing of the database waits for them. */
  readonly perFiles: ReturnType<typeof createKeyedMutex>
  /** The projects whose files were cleaned since the start. */
  readonly cleaned: Set<string>
  fileSchedule: FileSchedule | undefined
}

/** Backups in one store. Call `start` before the first project runs. */
export function createBackups(parts: BackupParts): BackupService {
  const state: State = {
    parts,
    followers: new Map(),
    taking: new Set(),
    stopping: new AbortController(),
    perProject: createKeyedMutex(),
    perFiles: createKeyedMutex(),
    cleaned: new Set(),
    fileSchedule: undefined,
  }
  const { records } = parts
  const { perProject, perFiles } = state
  let schedule: { stop(): Promise<void> } | undefined
  return {
    follow: (cluster) => follow(state, cluster),
    take: (ref, { name }) => take(state, ref, { name, maxRate: undefined }),
    list: (ref) => findBackups(records, ref),
    async isFailing(ref) {
      const follower = state.followers.get(ref)
      return follower && (follower.failure() !== undefined || isLate(parts, ref, follower))
    },
    reach: async (ref) => toReach(await restorableOf(parts, ref)),
    async place(dataDir, { ref, target, account }) {
      // A removal waits for the restores that read what it removes.
      await perProject.runExclusive(ref, async () => {
        const chosen = chooseBackup(await restorableOf(parts, ref), target)
        await placeBackup(parts, dataDir, { chosen, target, account })
      })
    },
    placeLatest: (dataDir, from) =>
      perProject.runExclusive(from.ref, () => placeLatest(parts, dataDir, from)),
    async placeFiles(ref, which = 'all') {
      const { files } = parts
      if (files) await perFiles.runExclusive(ref, () => placeFiles({ ...parts, files }, ref, which))
    },
    fileCopy: (ref) => findFileCopy(records, ref),
    platformState: () => platformState(state),
    async recordVerification(id, verification) {
      await saveVerification(records, id, verification)
    },
    remove: (ref, id) => perProject.runExclusive(ref, () => remove(state, ref, id)),
    forget: (ref) =>
      perProject.runExclusive(ref, async () => {
        // The records come last, so that an interrupted removal is repeated.
        await perFiles.runExclusive(ref, () => removeAll(parts.store, projectPrefix(ref)))
        await deleteFileCopy(records, ref)
        await deleteChains(records, ref)
      }),
    async start() {
      await failUnfinished(records, 'The server stopped while the backup was being made.')
      schedule = startSchedule({
        parts,
        followers: state.followers,
        take: (ref) => take(state, ref, { name: null, maxRate: SCHEDULED_RATE }),
        clean: (ref) => clean(state, ref),
        isPlatformDue: (follower) => isPlatformDue(parts, follower),
      })
      const { files } = parts
      if (files)
        state.fileSchedule = startFileSchedule({
          parts: { ...parts, files },
          running: () => state.followers.keys(),
          exclusively: (ref, work) => perFiles.runExclusive(ref, work),
          clean: (ref) => cleanFilesOf(state, ref),
        })
    },
    async stop() {
      state.stopping.abort()
      await Promise.all([schedule?.stop(), state.fileSchedule?.stop()])
    },
  }
}

function follow(state: State, cluster: Parameters<Backups['follow']>[0]) {
  const { parts, followers } = state
  const follower = followCluster(parts, cluster)
  followers.set(cluster.ref, follower)
  return {
    async stop() {
      if (followers.get(cluster.ref) === follower) followers.delete(cluster.ref)
      await follower.stop()
      state.fileSchedule?.stopped(cluster.ref)
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

async function remove(state: State, ref: string, id: string): Promise<void> {
  const { parts, taking } = state
  const backup = await findBackup(parts.records, ref, id)
  if (!backup) throw backupNotFound()
  if (backup.status === 'running' && taking.has(ref)) throw backupRunning()
  // Without its record, it can no longer be restored; the retention removes what a kill leaves.
  await deleteBackup(parts.records, ref, id)
  await removeAll(parts.store, `${basePrefix(ref, backup.chain)}${id}.`)
  if (!(await isOnlyRecovered(state))) await removeExpired(parts, ref)
}

/**
 * Removes what no kept moment needs. A recovered installation first makes a base backup of its own: until
 * then, the store has the only one, and its records may lack the last minute.
 */
async function clean(state: State, ref: string): Promise<void> {
  const { parts, perProject } = state
  if (await isOnlyRecovered(state)) return
  await perProject.runExclusive(ref, () => removeExpired(parts, ref))
}

async function cleanFilesOf(state: State, ref: string): Promise<void> {
  const { parts, cleaned } = state
  if (await isOnlyRecovered(state)) return
  const days = await parts.retentionDays(ref)
  await cleanFiles(parts, ref, { days, isFirst: !cleaned.has(ref) })
  cleaned.add(ref)
}

async function isOnlyRecovered({ parts, followers }: State): Promise<boolean> {
  const platform = followers.get(PLATFORM_DATABASE)
  if (!platform) return false
  const [chain, backups] = await Promise.all([
    platform.chain(),
    findBackups(parts.records, PLATFORM_DATABASE),
  ])
  return !backups.some((backup) => backup.chain === chain && backup.status === 'complete')
}

async function platformState({
  parts: { records },
  followers,
}: State): Promise<PlatformBackupState | undefined> {
  const platform = followers.get(PLATFORM_DATABASE)
  if (!platform) return undefined
  const [backups, failedFiles] = await Promise.all([
    findBackups(records, PLATFORM_DATABASE),
    countFileFailures(records),
  ])
  const [newest] = backups.filter(({ status }) => status !== 'running')
  const completedAt = backups.find(({ status }) => status === 'complete')?.completedAt ?? null
  return { completedAt, failure: platform.failure() ?? newest?.failure ?? null, failedFiles }
}
