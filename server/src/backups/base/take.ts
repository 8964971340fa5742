import { randomUUID } from 'node:crypto'
import { messageOf } from '../../lib/describe-error.ts'
import { AppError } from '../../lib/errors.ts'
import { measure } from '../../lib/untrusted-folder/folders.ts'
import type { Follower } from '../archive/follow.ts'
import type { BackupParts } from '../deps.ts'
import { backupFailed } from '../errors.ts'
import { descriptionKey, manifestKey, tarKey } from '../keys.ts'
import { BACKUP_DEADLINE_MS, maxTarBytes, SHIP_DEADLINE_MS } from '../limits.ts'
import {
  completeBackup,
  failBackup,
  insertBackup,
  type BaseBackup,
  type CompleteBackup,
} from '../records/base-backups.ts'
import { openChain, saveChainFailure } from '../records/chains.ts'
import { seal } from '../sealing/seal.ts'
import type { Content } from '../store/object-store.ts'
import { formatDescription } from './description.ts'
import { copyClusterFiles } from './copy-cluster-files.ts'
import { parseManifest } from './manifest.ts'

type TakeOptions = {
  readonly name: string | null
  /** The most kilobytes per second; undefined for no limit. */
  readonly maxRate: number | undefined
  readonly signal: AbortSignal
}

/**
 * Takes a base backup of a running cluster. It is recorded before its first byte is stored, and
 * complete once it and its last WAL are in the store. Of a failed one, the store keeps nothing.
 */
export async function takeBackup(
  parts: BackupParts,
  follower: Follower,
  { name, ...options }: TakeOptions,
): Promise<BaseBackup> {
  const { records, clock } = parts
  const { ref } = follower.cluster
  const chain = await follower.chain()
  const id = randomUUID()
  // The archive of the platform's database has recorded nothing yet.
  if (follower.cluster.hasRecords)
    await openChain(records, { id: chain, ref, identity: chain, at: clock.now() })
  await insertBackup(records, { id, ref, chain, name, at: clock.now() })
  try {
    const complete = await store(parts, follower, { id, chain, ...options })
    if (follower.cluster.hasRecords) await describe(parts, follower, { ...complete, chain })
    const backup = await completeBackup(records, complete)
    await saveChainFailure(records, chain, null)
    follower.mend()
    return backup
  } catch (error) {
    const reason = error instanceof AppError ? error.message : messageOf(error)
    await failBackup(records, id, reason)
    for (const key of [tarKey, manifestKey, descriptionKey].map((keyOf) => keyOf(ref, chain, id)))
      await parts.store.remove(key).catch(() => {
        // The retention removes objects without a complete backup.
      })
    throw error instanceof AppError ? error : backupFailed('the copy ended early', error)
  }
}

type StoreOptions = Omit<TakeOptions, 'name'> & { readonly id: string; readonly chain: string }

async function store(
  { store: objects, key, clock }: BackupParts,
  follower: Follower,
  { id, chain, maxRate, signal }: StoreOptions,
): Promise<CompleteBackup> {
  const { cluster } = follower
  const { ref } = cluster
  const { bytes: folderBytes } = await measure(cluster.dataDir)
  const copy = await copyClusterFiles(cluster, {
    maxBytes: maxTarBytes(folderBytes),
    maxRate,
    signal: AbortSignal.any([signal, AbortSignal.timeout(BACKUP_DEADLINE_MS)]),
  })
  try {
    const put = (object: string, content: Content) =>
      objects.put(object, seal(key, object, content))
    const tarBytes = await put(tarKey(ref, chain, id), copy.tar)
    const { manifest, wal } = await copy.end()
    // Every commit until now is before the end of the backup, or in WAL that follows it.
    const at = clock.now()
    parseManifest(manifest)
    const manifestBytes = await put(manifestKey(ref, chain, id), single(manifest))
    await follower.shipped({ timeline: wal.timeline, number: wal.lastSegment }, SHIP_DEADLINE_MS)
    return { id, at, bytes: tarBytes + manifestBytes, ...wal }
  } finally {
    await copy.close()
  }
}

/** Writes what the records would say to a server that has lost them. */
async function describe(
  { store: objects, key }: BackupParts,
  follower: Follower,
  { id, chain, at, ...wal }: CompleteBackup & { readonly chain: string },
): Promise<void> {
  const { ref } = follower.cluster
  const segmentBytes = follower.segmentBytes()
  if (segmentBytes === undefined) throw backupFailed('the size of its WAL is unknown')
  const object = descriptionKey(ref, chain, id)
  const content = { ...wal, id, chain, segmentBytes, completedAt: at.toISOString() }
  await objects.put(object, seal(key, object, single(formatDescription(content))))
}

async function* single(content: Buffer) {
  yield content
}
