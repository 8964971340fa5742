import { createHash, randomBytes } from 'node:crypto'
import type { BackupParts } from '../deps.ts'
import {
  findChain,
  openChain,
  saveChainFailure,
  saveSegmentBytes,
  settleChain,
} from '../records/chains.ts'
import { addSegment } from '../records/wal-ranges.ts'
import type { SegmentId } from '../wal/segment-names.ts'

/** The records that an archive keeps of the WAL that it has shipped. */
export type ArchiveRecords = {
  /** Finds or begins the chain of a data directory, which `identity` distinguishes from others. */
  open(
    ref: string,
    identity: string,
  ): Promise<{ readonly chain: string; readonly segmentBytes: number | undefined }>
  saveSegmentBytes(chain: string, bytes: number): Promise<unknown>
  addSegment(
    chain: string,
    segment: SegmentId & { readonly lastCommitAt: Date | null },
  ): Promise<unknown>
  /** Nothing is missing from the store while the cluster is stopped. */
  settle(chain: string): Promise<unknown>
  fail(chain: string, failure: string): Promise<unknown>
}

/** The records of a project's archive, in the platform's database. */
export const createArchiveRecords = ({
  records,
  clock,
}: Pick<BackupParts, 'records' | 'clock'>): ArchiveRecords => ({
  async open(ref, identity) {
    const { id } = await openChain(records, {
      id: randomBytes(8).toString('hex'),
      ref,
      identity,
      at: clock.now(),
    })
    const chain = await findChain(records, id)
    return { chain: id, segmentBytes: chain?.segmentBytes ?? undefined }
  },
  saveSegmentBytes: (chain, bytes) => saveSegmentBytes(records, chain, bytes),
  addSegment: (chain, segment) => addSegment(records, chain, segment),
  settle: (chain) => settleChain(records, chain, clock.now()),
  fail: (chain, failure) => saveChainFailure(records, chain, failure),
})

/**
 * The archive of the platform's own database keeps no records in it: a record of each segment would be
 * WAL again, and the last segment is shipped when the database has stopped. The names in the store say
 * which segments there are.
 */
export const ownRecords = (ref: string): ArchiveRecords => ({
  open: async (_ref, identity) => ({
    chain: createHash('sha256').update(`${ref} ${identity}`).digest('hex').slice(0, 16),
    segmentBytes: undefined,
  }),
  saveSegmentBytes: async () => {},
  addSegment: async () => {},
  settle: async () => {},
  fail: async () => {},
})
