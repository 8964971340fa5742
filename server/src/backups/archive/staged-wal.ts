import {
  listInside,
  readFileInside,
  removeFileInside,
  type InnerFolder,
} from '../../lib/untrusted-folder/inner-folder.ts'
import { STAGED_WAL_FOLDER } from '../../postgres/clusters/archive.ts'
import { MAX_HISTORY_BYTES, MAX_STAGED_FILES } from '../limits.ts'
import { kindOfWalFile, MAX_SEGMENT_BYTES, MIN_SEGMENT_BYTES } from '../wal/segment-names.ts'

/** The finished WAL that waits in a data directory. */
export type StagedWal = {
  /** Sorted, so that histories of timelines come with their first segment. */
  readonly histories: readonly string[]
  readonly segments: readonly string[]
  /** Files that no restore needs: labels of base backups and the unfinished ends of other timelines. */
  readonly needless: readonly string[]
}

const stagingOf = (dataDir: string): InnerFolder => ({
  folder: dataDir,
  steps: [STAGED_WAL_FOLDER],
})

/** Postgres gives a file its name when it is whole. */
const UNFINISHED = /^archtemp\./
const NEEDLESS = /^[0-9A-F]{24}\.(?:partial|[0-9A-F]{8}\.backup)$/

/** Lists the waiting files; those with a name that Postgres does not write stay where they are. */
export async function listStaged(dataDir: string): Promise<StagedWal> {
  const names = await listInside(stagingOf(dataDir), { maxEntries: MAX_STAGED_FILES })
  const sorted = (names ?? []).toSorted()
  return {
    histories: sorted.filter((name) => kindOfWalFile(name) === 'history'),
    segments: sorted.filter((name) => kindOfWalFile(name) === 'segment'),
    needless: sorted.filter((name) => NEEDLESS.test(name)),
  }
}

/** Removes the unfinished files of a cluster that does not run. */
export async function removeUnfinished(dataDir: string): Promise<void> {
  const names = await listInside(stagingOf(dataDir), { maxEntries: MAX_STAGED_FILES })
  for (const name of names ?? []) if (UNFINISHED.test(name)) await removeStaged(dataDir, name)
}

/**
 * A waiting segment; undefined if it is gone. Rejects with 503 `unexpected_file` if it is larger than
 * a segment can be or not a file of this folder alone.
 */
export async function readStagedSegment(
  dataDir: string,
  name: string,
): Promise<Buffer | 'malformed' | undefined> {
  const file = await readFileInside(stagingOf(dataDir), name, { maxBytes: MAX_SEGMENT_BYTES })
  if (!file) return undefined
  const { length } = file.content
  const isPowerOfTwo = Number.isInteger(Math.log2(length))
  return length >= MIN_SEGMENT_BYTES && isPowerOfTwo ? file.content : 'malformed'
}

/** The history of a timeline; undefined if the file is gone. */
export async function readStagedHistory(
  dataDir: string,
  name: string,
): Promise<Buffer | undefined> {
  return (await readFileInside(stagingOf(dataDir), name, { maxBytes: MAX_HISTORY_BYTES }))?.content
}

export const removeStaged = (dataDir: string, name: string): Promise<void> =>
  removeFileInside(stagingOf(dataDir), name)

/** Whether Postgres has finished segments that it could not put into the staging folder. */
export async function hasUnstaged(dataDir: string): Promise<boolean> {
  const names = await listInside(
    { folder: dataDir, steps: ['pg_wal', 'archive_status'] },
    { maxEntries: MAX_STAGED_FILES },
  )
  return (names ?? []).some((name) => name.endsWith('.ready'))
}
