import { backupFailed } from '../errors.ts'
import type { BackupParts } from '../deps.ts'
import { historyKey, segmentKey } from '../keys.ts'
import type { ArchiveRecords } from './archive-records.ts'
import { seal } from '../sealing/seal.ts'
import { readCommitTimes } from '../wal/commit-times.ts'
import { parseSegmentName, type SegmentId } from '../wal/segment-names.ts'
import { readStagedHistory, readStagedSegment, removeStaged } from './staged-wal.ts'

/** The data directory whose WAL is shipped, and the chain that the WAL belongs to. */
export type Shipment = {
  readonly ref: string
  readonly dataDir: string
  readonly chain: string
  /** All segments of a chain have one size; undefined until the first. */
  segmentBytes: number | undefined
  /** The segment that was shipped last, and the end that its last record needs. */
  shipped: (SegmentId & { readonly cut: Buffer }) | undefined
}

export type ShipParts = Pick<BackupParts, 'store' | 'key' | 'log'> & {
  readonly records: ArchiveRecords
}

/**
 * Moves a waiting segment into the store. A kill between the steps repeats them: the object is the
 * same again, and so is its record. The file is deleted last.
 */
export async function shipSegment(
  { store, key, records, log }: ShipParts,
  shipment: Shipment,
  name: string,
): Promise<void> {
  const { ref, dataDir, chain } = shipment
  const content = await readStagedSegment(dataDir, name)
  if (content === undefined) return
  const segmentBytes = content === 'malformed' ? undefined : content.length
  if (
    content === 'malformed' ||
    segmentBytes === undefined ||
    (shipment.segmentBytes !== undefined && shipment.segmentBytes !== segmentBytes)
  ) {
    log.error({ ref, segment: name }, 'A file in the place of WAL has the wrong size.')
    return removeStaged(dataDir, name)
  }
  if (shipment.segmentBytes === undefined) {
    await records.saveSegmentBytes(chain, segmentBytes)
    shipment.segmentBytes = segmentBytes
  }
  const id = parseSegmentName(name, segmentBytes)
  const before = shipment.shipped
  const isNext = before?.timeline === id.timeline && before.number === id.number - 1
  const { last, cut } = readCommitTimes(content, isNext ? before.cut : undefined)
  const objectKey = segmentKey(ref, chain, { ...id, segmentBytes })
  await store.put(objectKey, seal(key, objectKey, single(content)))
  await records.addSegment(chain, { ...id, lastCommitAt: last ?? null })
  await removeStaged(dataDir, name)
  shipment.shipped = { ...id, cut }
}

/** Moves the history of a timeline into the store. */
export async function shipHistory(
  { store, key }: Pick<BackupParts, 'store' | 'key'>,
  { ref, dataDir, chain }: Shipment,
  name: string,
): Promise<void> {
  const content = await readStagedHistory(dataDir, name)
  if (content === undefined) return
  const objectKey = historyKey(ref, chain, Number.parseInt(name.slice(0, 8), 16))
  await store.put(objectKey, seal(key, objectKey, single(content)))
  await removeStaged(dataDir, name)
}

async function* single(content: Buffer) {
  yield content
}

/** Resolves when a segment is in the store, with a deadline. */
export async function waitUntilShipped(
  shipment: Shipment,
  segment: SegmentId,
  { deadlineMs, next }: { readonly deadlineMs: number; readonly next: () => Promise<void> },
): Promise<void> {
  const end = performance.now() + deadlineMs
  for (;;) {
    const { shipped } = shipment
    if (shipped && shipped.timeline === segment.timeline && shipped.number >= segment.number) return
    if (performance.now() > end) throw backupFailed('its last WAL did not reach the store in time')
    await next()
  }
}
