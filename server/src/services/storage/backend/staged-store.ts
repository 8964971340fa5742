import { createHash, hash } from 'node:crypto'
import { link, mkdir, open, readdir, type FileHandle } from 'node:fs/promises'
import { IncomingMessage } from 'node:http'
import path from 'node:path'
import { Readable } from 'node:stream'
import type { FreeBytes } from '../../../lib/free-bytes.ts'
import { isVersion, type ContentPlace } from './content-place.ts'
import { explainMissing } from './disk-place.ts'
import {
  BATCH_BYTES,
  createBatches,
  emptyIfMissing,
  sizeOf,
  syncFile,
  unlinkIfThere,
} from './files.ts'
import {
  ContentMissing,
  ContentTooLarge,
  type ObjectStore,
  type StagedContent,
  type StageOptions,
} from './object-store.ts'
import type { Md5Thread } from './md5.ts'
import { BLOCK_BYTES, createSpaceCheck } from './space.ts'
import { createUsage } from './usage.ts'

/**
 * The digest of such a body is computed in a thread, because it takes more than a few milliseconds.
 */
const LARGE_BYTES = 32 * 1024 * 1024
/** A body of at most this size is kept in memory until it is published. */
const SMALL_BYTES = 256 * 1024
/** Files of one group of `published`. */
const GROUP = 1000
const READ_BYTES = 256 * 1024
const READING = { autoClose: false, highWaterMark: READ_BYTES }
/** Where resumable uploads are, which count like content. */
const RESUMABLE = 'resumable'

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
  /** Called with background errors. */
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
  const usage = createUsage({ folder, limit: limitBytes, measure: measureContent, onError })

  /**
   * The bytes of every version, counted once, because one that is being uploaded can have two
   * names.
   */
  async function measureContent(): Promise<number> {
    let bytes = 0
    const inProgress = new Map<string, number>()
    for (const version of (await readdir(staging).catch(emptyIfMissing)).filter(isVersion))
      inProgress.set(version, await sizeOf(path.join(staging, version)))
    for await (const { version, size } of place.list()) {
      inProgress.delete(version)
      bytes += size
    }
    for (const size of inProgress.values()) bytes += size
    const resumable = path.join(folder, RESUMABLE)
    for (const name of await readdir(resumable).catch(emptyIfMissing))
      if (name.endsWith('.part')) bytes += await sizeOf(path.join(resumable, name))
    return bytes
  }

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
    { maxBytes = Infinity, minBytes = 0 }: StageOptions = {},
    allowance = 0,
  ) {
    await ensureStaging()
    await requireSpace(BLOCK_BYTES)
    // A body that cannot fit is refused unread.
    usage.add(minBytes, allowance)
    usage.subtract(minBytes)
    const isLarge = minBytes >= LARGE_BYTES
    const digest = isLarge ? undefined : createHash('md5')
    let size = 0
    let counted = 0
    const file = await open(stagedPath(version), 'wx')
    const inThread = isLarge ? md5Thread.createMd5() : undefined
    const write = createBatches(file, inThread?.add)
    try {
      for await (const chunk of withoutEnding(body)) {
        size += chunk.byteLength
        if (size > maxBytes) throw new ContentTooLarge('The content is too large')
        usage.add(chunk.byteLength, allowance)
        counted += chunk.byteLength
        const writing = write(chunk)
        digest?.update(chunk)
        if (writing) {
          await writing
          await requireSpace(BATCH_BYTES)
        }
      }
      await write.end()
      const md5 = digest?.digest('hex') ?? (await inThread?.end()) ?? ''
      openFiles.set(version, file)
      return { size, md5 }
    } catch (error) {
      await write.end().catch(() => {})
      inThread?.discard()
      await unlinkIfThere(stagedPath(version))
      usage.subtract(counted)
      await file.close()
      throw error
    }
  }

  async function stageSmall(
    version: string,
    body: Readable,
    { maxBytes = Infinity, minBytes = 0 }: StageOptions,
  ): Promise<StagedContent> {
    await requireSpace(BLOCK_BYTES)
    usage.add(minBytes)
    usage.subtract(minBytes)
    const chunks: Buffer[] = []
    let size = 0
    const take = (chunk: Buffer) => {
      if (size + chunk.byteLength > maxBytes) throw new ContentTooLarge('The content is too large')
      usage.add(chunk.byteLength)
      size += chunk.byteLength
      chunks.push(chunk)
    }
    try {
      const whole = takeArrived(body)
      if (whole) take(whole)
      else for await (const chunk of withoutEnding(body)) take(chunk)
    } catch (error) {
      usage.subtract(size)
      throw error
    }
    const [first = EMPTY] = chunks
    const bytes = chunks.length > 1 ? Buffer.concat(chunks) : first
    small.set(requireVersion(version), bytes)
    return { size, md5: hash('md5', bytes, 'hex') }
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
      // The parts are removed afterwards, so their bytes count twice for a moment.
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
        // The file is removed afterwards, so its bytes count twice for a moment.
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

const EMPTY = Buffer.alloc(0)

/**
 * The body of a request that has fully arrived. Reading it at once costs a fraction of iterating.
 */
function takeArrived(body: Readable): Buffer | undefined {
  if (!(body instanceof IncomingMessage && body.complete) || body.readableFlowing) return undefined
  const bytes: unknown = body.read()
  return Buffer.isBuffer(bytes) ? bytes : undefined
}

/**
 * The chunks of a body that stays open, so that the sender of a body that is too large still gets a
 * response.
 */
const withoutEnding = (body: Readable) =>
  body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>

function requireVersion(version: string): string {
  if (!isVersion(version)) throw new ContentMissing('Not a version of this server')
  return version
}
