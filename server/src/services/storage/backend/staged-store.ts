import { readdir, type FileHandle } from 'node:fs/promises'
import type { FreeBytes } from '../../../lib/free-bytes.ts'
import { isVersion, type ContentPlace } from './content-place.ts'
import { emptyIfMissing, sizeOf, unlinkIfThere } from './files.ts'
import { measureContent } from './measure-content.ts'
import type { ObjectStore } from './object-store.ts'
import type { Md5Thread } from './md5.ts'
import { createSpaceCheck } from './space.ts'
import {
  createStagedUploads,
  requireVersion,
  stageBody,
  stageCopy,
  stagedPath,
  stageFile,
  stageJoin,
  stageSmall,
  stagingFolderOf,
  type StagedUploads,
} from './stage-content.ts'
import { createUsage } from './usage.ts'

/** A body of at most this size is kept in memory until it is published. */
const SMALL_BYTES = 256 * 1024
/** Files of one group of `published`. */
const GROUP = 1000

type OnError = (error: unknown) => void

/**
 * A project's content at its place, with uploads in progress as files `staging/<version>` of the
 * folder; small ones are in memory, and written when they have arrived. A staged upload that a crash
 * interrupted has a name in `staging`, whatever step it was in, because settling removes that name. A
 * version is checked before it becomes part of a path, because the owner of a database can write any
 * text into its rows.
 */
export function createStagedStore({
  folder,
  place,
  freeBytes,
  md5Thread,
  limitBytes = Infinity,
  onError = () => {},
}: {
  readonly folder: string
  readonly place: ContentPlace
  readonly freeBytes: FreeBytes
  readonly md5Thread: Md5Thread
  /** Maximum total size of all content, in bytes. */
  readonly limitBytes?: number
  /** Called with errors of work in the background. */
  readonly onError?: OnError
}): ObjectStore {
  const usage = createUsage({
    folder,
    limit: limitBytes,
    measure: () => measureContent({ folder, staging: stagingFolderOf(folder), place }),
    onError,
  })
  const requireSpace = createSpaceCheck(folder, freeBytes)
  const uploads = createStagedUploads(folder, {
    place,
    receiving: { usage, requireSpace, md5Thread },
  })

  return {
    usage,
    stage: (version, body, options = {}) =>
      place.direct && (options.atMostBytes ?? Infinity) <= SMALL_BYTES
        ? stageSmall(uploads, version, { ...options, body })
        : stageBody(uploads, version, { ...options, body }),
    stageCopy: (version, from) => stageCopy(uploads, version, from),
    stageJoin: (version, from) => stageJoin(uploads, version, from),
    stageFile: (version, file) => stageFile(uploads, version, file),
    publish: (version) => publish(uploads, version, onError),
    async settle(version) {
      if (place.direct?.settle(version)) return
      await unlinkIfThere(stagedPath(uploads, version))
    },
    discard: (version) => discard(uploads, version, onError),
    read: async (version, range) => place.read(requireVersion(version), range),
    async remove(versions) {
      for (const version of versions) if (isVersion(version)) await removeCounted(uploads, version)
    },
    async unsettled() {
      const direct = (await place.direct?.unsettled()) ?? []
      const staged = (await readdir(uploads.staging).catch(emptyIfMissing)).filter(isVersion)
      return [...new Set([...staged, ...direct])]
    },
    published: (olderThan) => publishedBefore(place, olderThan),
    async close() {
      await place.direct?.close()
      await usage.close()
    },
  }
}

async function publish(uploads: StagedUploads, version: string, onError: OnError): Promise<void> {
  const { place, small } = uploads
  const content = small.get(version)
  if (content && place.direct) {
    await place.direct.write(version, content)
    small.delete(version)
    return
  }
  const file = takeFrom(uploads.openFiles, version)
  try {
    await place.publish(requireVersion(version), stagedPath(uploads, version), file)
  } finally {
    closeSoon(file, onError)
  }
}

async function discard(uploads: StagedUploads, version: string, onError: OnError): Promise<void> {
  const { place } = uploads
  const { usage } = uploads.receiving
  closeSoon(takeFrom(uploads.openFiles, version), onError)
  const content = takeFrom(uploads.small, version)
  if (content) {
    await place.remove(requireVersion(version))
    usage.subtract(content.byteLength)
    place.direct?.settle(version)
    return
  }
  const staged = stagedPath(uploads, version)
  // The staged name is removed last: as long as it exists, recovery knows about the upload.
  if (await removeCounted(uploads, version)) await unlinkIfThere(staged)
  else {
    const size = await sizeOf(staged)
    if (await unlinkIfThere(staged)) usage.subtract(size)
  }
  place.direct?.settle(version)
}

/** Removes content and counts it as removed, if it existed. */
async function removeCounted(
  { place, receiving }: StagedUploads,
  version: string,
): Promise<boolean> {
  const size = await place.remove(version)
  receiving.usage.subtract(size ?? 0)
  return size !== undefined
}

async function* publishedBefore(place: ContentPlace, olderThan: Date): AsyncGenerator<string[]> {
  const old: string[] = []
  for await (const { version, publishedAt } of place.list()) {
    if (publishedAt.getTime() < olderThan.getTime()) old.push(version)
    if (old.length >= GROUP) yield old.splice(0)
  }
  if (old.length > 0) yield old
}

function takeFrom<T>(entries: Map<string, T>, version: string): T | undefined {
  const entry = entries.get(version)
  entries.delete(version)
  return entry
}

/** The file is complete or no longer needed, so its end is not awaited. */
const closeSoon = (file: FileHandle | undefined, onError: OnError) =>
  void file?.close().catch(onError)
