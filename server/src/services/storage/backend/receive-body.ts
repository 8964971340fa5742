import { createHash, hash } from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'
import { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { BATCH_BYTES, createBatches, unlinkIfThere } from './files.ts'
import type { Md5Thread } from './md5.ts'
import { ContentTooLarge, type StagedContent, type StageOptions } from './object-store.ts'
import { BLOCK_BYTES } from './space.ts'
import type { Usage } from './usage.ts'

/**
 * The digest of such a body is computed in a thread, because it takes more than a few milliseconds.
 */
const LARGE_BYTES = 32 * 1024 * 1024

/** The limits of a project's folder, which every chunk is checked against. */
export type Receiving = {
  readonly usage: Usage
  /** Rejects if the disk does not have this many free bytes. */
  readonly requireSpace: (bytes: number) => Promise<void>
  readonly md5Thread: Md5Thread
}

/** Writes a body into a new file, which stays open. If it fails, the file is gone and not counted. */
export async function receiveFile(
  { usage, requireSpace, md5Thread }: Receiving,
  path: string,
  {
    body,
    maxBytes = Infinity,
    minBytes = 0,
    allowance = 0,
  }: StageOptions & {
    readonly body: Readable
    /** Bytes beyond the limit that are removed afterwards. */
    readonly allowance?: number
  },
): Promise<StagedContent & { readonly file: FileHandle }> {
  await requireSpace(BLOCK_BYTES)
  // A body that cannot fit is refused unread.
  usage.add(minBytes, allowance)
  usage.subtract(minBytes)
  const isLarge = minBytes >= LARGE_BYTES
  const digest = isLarge ? undefined : createHash('md5')
  let size = 0
  let counted = 0
  const file = await open(path, 'wx')
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
    return { file, size, md5 }
  } catch (error) {
    await write.end().catch(() => {})
    inThread?.discard()
    await unlinkIfThere(path)
    usage.subtract(counted)
    await file.close()
    throw error
  }
}

/** Reads a body into memory. If it fails, its bytes are not counted. */
export async function receiveInMemory(
  { usage, requireSpace }: Pick<Receiving, 'usage' | 'requireSpace'>,
  body: Readable,
  { maxBytes = Infinity, minBytes = 0 }: StageOptions,
): Promise<StagedContent & { readonly bytes: Buffer }> {
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
  return { bytes, size, md5: hash('md5', bytes, 'hex') }
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

/** The chunks of a body that stays open: the sender of one that is too large still gets a response. */
const withoutEnding = (body: Readable) =>
  body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>
