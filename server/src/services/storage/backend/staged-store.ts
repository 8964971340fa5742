import { createHash } from 'node:crypto'
import { link, mkdir, open, readdir, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import type { FreeBytes } from '../../../lib/free-bytes.ts'
import { isVersion, type ContentPlace } from './content-place.ts'
import { explainMissing } from './disk-place.ts'
import { emptyIfMissing, sizeOf, syncFile, unlinkIfThere } from './files.ts'
import { measureContent } from './measure-content.ts'
import {
  ContentMissing,
  type ObjectStore,
  type StagedContent,
  type StageOptions,
} from './object-store.ts'
import type { Md5Thread } from './md5.ts'
import { receiveFile, receiveInMemory } from './receive-body.ts'
import { createSpaceCheck } from './space.ts'
import { createUsage } from './usage.ts'

/** A body of at most this size is kept in memory until it is published. */
const SMALL_BYTES = 256 * 1024
/** Files of one group of `published`. */
const GROUP = 1000
const READ_BYTES = 256 * 1024
const READING = { autoClose: false, highWaterMark: READ_BYTES }

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
  readonly onError?: (error: unknown) => void
}): ObjectStore {
  const staging = path.join(folder, 'staging')
  let hasStaging = false
  /** Staged files from their last byte until they are published or discarded. */
  const openFiles = new Map<string, FileHandle>()
  /** Staged content in memory, until it is published or discarded. */
  const small = new Map<string, Buffer>()
  const stagedPath = (version: string) => path.join(staging, requireVersion(version))

  const requireSpace = createSpaceCheck(folder, freeBytes)
  const measure = () => measureContent({ folder, staging, place })
  const usage = createUsage({ folder, limit: limitBytes, measure, onError })
  const receiving = { usage, requireSpace, md5Thread }

  /** Removes content and counts it as removed, if it existed. */
  async function removeCounted(version: string): Promise<boolean> {
    const size = await place.remove(version)
    usage.subtract(size ?? 0)
    return size !== undefined
  }

  async function unlinkStaged(version: string): Promise<void> {
    const size = await sizeOf(stagedPath(version))
    if (await unlinkIfThere(stagedPath(version))) usage.subtract(size)
  }

  function takeOpen(version: string): FileHandle | undefined {
    const file = openFiles.get(version)
    openFiles.delete(version)
    return file
  }

  function takeSmall(version: string): Buffer | undefined {
    const content = small.get(version)
    small.delete(version)
    return content
  }

  /** The file is complete or no longer needed, so its end is not awaited. */
  const closeSoon = (file: FileHandle | undefined) => void file?.close().catch(onError)

  async function ensureStaging(): Promise<void> {
    if (hasStaging) return
    await mkdir(staging, { recursive: true })
    await syncFile(folder)
    hasStaging = true
  }

  async function stage(
    version: string,
    body: Readable,
    options: StageOptions = {},
    allowance = 0,
  ): Promise<StagedContent> {
    await ensureStaging()
    const path = stagedPath(version)
    const { file, ...content } = await receiveFile(receiving, path, { ...options, body, allowance })
    openFiles.set(version, file)
    return content
  }

  async function stageSmall(
    version: string,
    body: Readable,
    options: StageOptions,
  ): Promise<StagedContent> {
    const { bytes, ...content } = await receiveInMemory(receiving, body, options)
    small.set(requireVersion(version), bytes)
    return content
  }

  async function* joined(versions: readonly string[]): AsyncGenerator<Buffer> {
    for (const version of versions)
      for await (const chunk of await store.read(version)) yield chunk as Buffer
  }

  const store: ObjectStore = {
    usage,
    stage: (version, body, options = {}) =>
      place.direct && (options.atMostBytes ?? Infinity) <= SMALL_BYTES
        ? stageSmall(version, body, options)
        : stage(version, body, options),
    async stageCopy(version, from) {
      await ensureStaging()
      const size = await place.sizeOf(requireVersion(from))
      usage.add(size)
      try {
        await place.stageCopy(from, stagedPath(version))
      } catch (error) {
        usage.subtract(size)
        throw error
      }
    },
    async stageJoin(version, from) {
      // The parts are removed afterwards: until then their bytes count twice.
      let allowance = 0
      for (const part of from) allowance += await place.sizeOf(requireVersion(part))
      const body = Readable.from(joined(from))
      try {
        await stage(version, body, {}, allowance)
      } finally {
        // A part that was not read to the end is still open.
        body.destroy()
      }
    },
    async stageFile(version, file) {
      await ensureStaging()
      const opened = await open(file, 'r').catch(explainMissing)
      try {
        const digest = createHash('md5')
        let size = 0
        for await (const chunk of opened.createReadStream(READING) as AsyncIterable<Buffer>) {
          digest.update(chunk)
          size += chunk.byteLength
        }
        // The file is removed afterwards: until then its bytes count twice.
        usage.add(size, size)
        try {
          await link(file, stagedPath(version)).catch(explainMissing)
        } catch (error) {
          usage.subtract(size)
          throw error
        }
        return { size, md5: digest.digest('hex') }
      } finally {
        await opened.close()
      }
    },
    async publish(version) {
      const content = small.get(version)
      if (content && place.direct) {
        await place.direct.write(version, content)
        small.delete(version)
        return
      }
      const file = takeOpen(version)
      try {
        await place.publish(requireVersion(version), stagedPath(version), file)
      } finally {
        closeSoon(file)
      }
    },
    async settle(version) {
      if (place.direct?.settle(version)) return
      await unlinkIfThere(stagedPath(version))
    },
    async discard(version) {
      closeSoon(takeOpen(version))
      const content = takeSmall(version)
      if (content) {
        await place.remove(requireVersion(version))
        usage.subtract(content.byteLength)
        place.direct?.settle(version)
        return
      }
      // The staged name is removed last: as long as it exists, recovery knows about the upload.
      if (await removeCounted(requireVersion(version))) await unlinkIfThere(stagedPath(version))
      else await unlinkStaged(version)
      place.direct?.settle(version)
    },
    read: async (version, range) => place.read(requireVersion(version), range),
    async remove(versions) {
      for (const version of versions) if (isVersion(version)) await removeCounted(version)
    },
    async unsettled() {
      const direct = (await place.direct?.unsettled()) ?? []
      const staged = (await readdir(staging).catch(emptyIfMissing)).filter(isVersion)
      return [...new Set([...staged, ...direct])]
    },
    async *published(olderThan) {
      const old: string[] = []
      for await (const { version, publishedAt } of place.list()) {
        if (publishedAt.getTime() < olderThan.getTime()) old.push(version)
        if (old.length >= GROUP) yield old.splice(0)
      }
      if (old.length > 0) yield old
    },
    async close() {
      await place.direct?.close()
      await usage.close()
    },
  }
  return store
}

function requireVersion(version: string): string {
  if (!isVersion(version)) throw new ContentMissing('Not a version of this server')
  return version
}
