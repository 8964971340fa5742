import { randomBytes } from 'node:crypto'
import { watch, type FSWatcher } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { withDeadline } from '../../lib/deadline.ts'
import { describeError } from '../../lib/describe-error.ts'
import { kindIn, removeIn } from '../../lib/untrusted-folder/files.ts'
import { RECOVERY_WAL_FOLDER, STAGED_WAL_FOLDER } from '../../postgres/clusters/archive.ts'
import type { BackupParts } from '../deps.ts'
import { MAX_STAGED_BYTES, POLL_MS, RETRY_MAX_MS, RETRY_MIN_MS, STOP_MS } from '../limits.ts'
import type { ArchivedCluster, Archiving } from '../port.ts'
import { findChain, openChain, saveChainFailure, settleChain } from '../records/chains.ts'
import type { SegmentId } from '../wal/segment-names.ts'
import { isShutDown } from './cluster-state.ts'
import { shipHistory, shipSegment, waitUntilShipped, type Shipment } from './ship.ts'
import { hasUnstaged, listStaged, removeStaged, removeUnfinished } from './staged-wal.ts'

/** A running cluster whose WAL goes into the store. */
export type Follower = Archiving & {
  readonly cluster: ArchivedCluster
  /** When following began, by the monotonic clock. */
  readonly since: number
  /** Whether the last attempt to ship finished WAL failed. */
  isFailing(): boolean
  /** The chain of the data directory. Rejects while the records do not respond. */
  chain(): Promise<string>
  /** Resolves when a segment is in the store. Rejects with 503 `backup_failed` after the deadline. */
  shipped(segment: SegmentId, deadlineMs: number): Promise<void>
}

type Following = {
  readonly parts: BackupParts
  readonly cluster: ArchivedCluster
  /** Begins with the first pass, and again where the records failed. */
  shipment: Shipment | undefined
  opening: Promise<Shipment> | undefined
  failures: number
  isStopped: boolean
  /** Something may have arrived since the last pass began. */
  isDue: boolean
  pass: Promise<void> | undefined
  timer: NodeJS.Timeout | undefined
  watcher: FSWatcher | undefined
}

/**
 * Ships what a cluster has finished, when its file system reports new files and every half minute
 * otherwise. A store that fails leaves the files where they are.
 */
export function followCluster(parts: BackupParts, cluster: ArchivedCluster): Follower {
  const state: Following = {
    parts,
    cluster,
    shipment: undefined,
    opening: undefined,
    failures: 0,
    isStopped: false,
    isDue: false,
    pass: undefined,
    timer: undefined,
    watcher: undefined,
  }
  void ship(state)
  return {
    cluster,
    since: performance.now(),
    isFailing: () => state.failures > 0,
    chain: async () => (await shipmentOf(state)).chain,
    async shipped(segment, deadlineMs) {
      const next = async () => {
        await ship(state)
        await pause(50)
      }
      await waitUntilShipped(await shipmentOf(state), segment, { deadlineMs, next })
    },
    stop: () => stop(state),
  }
}

/** Runs a pass, or one more after the pass that runs. Never rejects. */
function ship(state: Following): Promise<void> {
  state.isDue = true
  state.pass ??= (async () => {
    clearTimeout(state.timer)
    while (state.isDue) {
      state.isDue = false
      await pass(state)
    }
    state.pass = undefined
    if (!state.isStopped) wait(state)
  })()
  return state.pass
}

function wait(state: Following): void {
  // A file that arrived before the first event could be heard has to be looked for.
  if (listen(state) && state.failures === 0) return void ship(state)
  const retry = Math.min(RETRY_MAX_MS, RETRY_MIN_MS * 2 ** (state.failures - 1))
  // Until the cluster has made its folder, there is nothing to listen to.
  const idle = state.watcher ? POLL_MS : RETRY_MIN_MS
  const ms = state.failures > 0 ? retry : idle
  state.timer = setTimeout(() => void ship(state), ms).unref()
}

/**
 * Listens for new files, and returns whether it has just begun to. Events only start a pass, so a
 * folder that was replaced by a link gains nothing.
 */
function listen(state: Following): boolean {
  if (state.watcher) return false
  try {
    const watcher = watch(
      path.join(state.cluster.dataDir, STAGED_WAL_FOLDER),
      { persistent: false },
      (_event, name) => {
        // A failing store is tried again after its pause.
        if (state.failures === 0 && !name?.startsWith('archtemp')) void ship(state)
      },
    )
    watcher.on('error', () => unlisten(state))
    state.watcher = watcher
    return true
  } catch {
    // The poll replaces it.
    return false
  }
}

function unlisten(state: Following): void {
  state.watcher?.close()
  state.watcher = undefined
}

async function pass(state: Following): Promise<void> {
  try {
    await shipAll(state, () => true)
    if (state.failures > 0)
      state.parts.log.info({ ref: state.cluster.ref }, 'The archive of WAL works again.')
    state.failures = 0
  } catch (error) {
    const { ref } = state.cluster
    if (state.failures === 0)
      state.parts.log.error({ ref, err: describeError(error) }, 'WAL could not be archived.')
    state.failures += 1
    await giveUpIfFull(state).catch((cause: unknown) =>
      state.parts.log.error({ ref, err: describeError(cause) }, 'Staged WAL could not be removed.'),
    )
  }
}

async function shipAll(state: Following, goesOn: () => boolean): Promise<void> {
  const { parts, cluster } = state
  const shipment = await shipmentOf(state)
  const { histories, segments, needless } = await listStaged(cluster.dataDir)
  for (const name of needless) await removeStaged(cluster.dataDir, name)
  for (const name of histories) await shipHistory(parts, shipment, name)
  // Postgres archives the history of its own timeline when a restore is over.
  if (histories.length > 0) await removeRecoveryWal(cluster.dataDir)
  for (const name of segments) {
    if (!goesOn()) return
    await shipSegment(parts, shipment, name)
  }
}

/** Opens the chain once, because two openings at a time would begin two. */
function shipmentOf(state: Following): Promise<Shipment> {
  state.opening ??= openShipment(state).then(
    (shipment) => (state.shipment = shipment),
    (error: unknown) => {
      state.opening = undefined
      throw error
    },
  )
  return state.opening
}

async function openShipment({ parts, cluster }: Following): Promise<Shipment> {
  const { ref, dataDir } = cluster
  const { ino, birthtimeNs } = await stat(dataDir, { bigint: true })
  const { id } = await openChain(parts.records, {
    id: randomBytes(8).toString('hex'),
    ref,
    identity: `${ino} ${birthtimeNs}`,
    at: parts.clock.now(),
  })
  const chain = await findChain(parts.records, id)
  await removeUnfinished(dataDir)
  await removeRecoveryWal(dataDir)
  const segmentBytes = chain?.segmentBytes ?? undefined
  return { ref, dataDir, chain: id, segmentBytes, shipped: undefined }
}

/** The signal of a restore is there until the restore is over. */
async function removeRecoveryWal(dataDir: string): Promise<void> {
  if ((await kindIn(dataDir, 'recovery.signal')) !== undefined) return
  if ((await kindIn(dataDir, RECOVERY_WAL_FOLDER)) !== undefined)
    await removeIn(dataDir, RECOVERY_WAL_FOLDER)
}

/** Deletes waiting WAL that would fill the disk. Restores cannot go past the gap. */
async function giveUpIfFull(state: Following): Promise<void> {
  const { parts, cluster, shipment } = state
  const { segments } = await listStaged(cluster.dataDir)
  const bytes = segments.length * (shipment?.segmentBytes ?? 1024 * 1024)
  if (bytes < MAX_STAGED_BYTES) return
  parts.log.error(
    { ref: cluster.ref, bytes },
    'WAL was deleted because the archive has failed and its limit was reached. A new base backup follows when the archive works.',
  )
  if (shipment)
    await saveChainFailure(
      parts.records,
      shipment.chain,
      'WAL had to be deleted because the store failed until the limit of waiting WAL was reached.',
    ).catch(() => {})
  for (const name of segments) await removeStaged(cluster.dataDir, name)
}

async function stop(state: Following): Promise<void> {
  const { parts, cluster } = state
  state.isStopped = true
  clearTimeout(state.timer)
  unlisten(state)
  let isLate = false
  try {
    // Each step can be repeated, so a store that does not respond delays nothing else.
    await withDeadline(STOP_MS, async () => {
      await state.pass
      await shipAll(state, () => !isLate)
      if (!isLate) await settle(state)
    })
  } catch (error) {
    isLate = true
    parts.log.warn(
      { ref: cluster.ref, err: describeError(error) },
      'The last WAL of a stopped project waits for its next start.',
    )
  }
}

/** Records that nothing is missing from the store, so that restores reach until now. */
async function settle({ parts, cluster, shipment }: Following): Promise<void> {
  const { dataDir } = cluster
  if (!shipment || !(await isShutDown(dataDir)) || (await hasUnstaged(dataDir))) return
  if ((await listStaged(dataDir)).segments.length > 0) return
  await settleChain(parts.records, shipment.chain, parts.clock.now())
}
