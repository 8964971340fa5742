import { createDecipheriv } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { isStoreRefusal } from '../errors.ts'
import type { Content } from '../store/object-store.ts'
import {
  ALGORITHM,
  CHUNK_BYTES,
  LAST,
  MAGIC,
  nonceOf,
  objectKey,
  SALT_BYTES,
  TAG_BYTES,
} from './seal.ts'

/** The content of an object differs from what was sealed under its name. */
export class ObjectDamaged extends Error {
  constructor(reason: string, cause?: unknown) {
    super(`The object is damaged: ${reason}`, { cause })
    this.name = 'ObjectDamaged'
  }
}

/**
 * The content that was sealed for this name. Throws `ObjectDamaged` where it differs; what was read
 * before that point is right, so a reader must wait for the end before it trusts the whole.
 */
export async function* openSealed(key: Buffer, name: string, sealed: Content): Content {
  const zstd = createZstdDecompress()
  const done = pipeline(Readable.from(opened(key, name, sealed)), zstd)
  // The loop below gets the same error.
  done.catch(() => {})
  try {
    for await (const part of zstd) yield part
    await done
  } catch (error) {
    if (error instanceof ObjectDamaged || isStoreRefusal(error)) throw error
    throw new ObjectDamaged('it cannot be decompressed', error)
  }
}

async function* opened(key: Buffer, name: string, sealed: Content): Content {
  const reader = createReader(sealed)
  try {
    yield* chunks(key, name, reader)
  } finally {
    await reader.close()
  }
}

type Reader = ReturnType<typeof createReader>

async function* chunks(key: Buffer, name: string, reader: Reader): Content {
  const header = await reader.take(MAGIC.length + SALT_BYTES)
  if (!header.subarray(0, MAGIC.length).equals(MAGIC))
    throw new ObjectDamaged('it does not begin as one')
  const own = objectKey(key, header.subarray(MAGIC.length), name)
  for (let number = 0; ; number += 1) {
    const word = (await reader.take(4)).readUInt32BE()
    const isLast = word >= LAST
    const length = isLast ? word - LAST : word
    if (length > CHUNK_BYTES) throw new ObjectDamaged('a chunk is too long')
    const chunk = await reader.take(length + TAG_BYTES)
    yield decrypted(own, chunk, nonceOf(number, isLast))
    if (isLast) break
  }
  if (!(await reader.isAtEnd())) throw new ObjectDamaged('something follows its end')
}

function decrypted(key: Buffer, chunk: Buffer, nonce: Buffer): Buffer {
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAuthTag(chunk.subarray(chunk.length - TAG_BYTES))
  try {
    return Buffer.concat([
      decipher.update(chunk.subarray(0, chunk.length - TAG_BYTES)),
      decipher.final(),
    ])
  } catch (error) {
    throw new ObjectDamaged('a chunk was changed, or belongs to another object', error)
  }
}

/** Reads exact numbers of bytes. */
function createReader(content: Content) {
  const parts = content[Symbol.asyncIterator]()
  let held: Buffer = Buffer.alloc(0)
  async function more(): Promise<boolean> {
    const { done, value } = await parts.next()
    if (done) return false
    held = held.length === 0 ? value : Buffer.concat([held, value])
    return true
  }
  return {
    async take(bytes: number): Promise<Buffer> {
      while (held.length < bytes) if (!(await more())) throw new ObjectDamaged('its end is missing')
      const taken = held.subarray(0, bytes)
      held = held.subarray(bytes)
      return taken
    },
    async isAtEnd(): Promise<boolean> {
      while (held.length === 0) if (!(await more())) return true
      return false
    },
    /** Ends the reading of the content. */
    async close(): Promise<void> {
      await parts.return?.()
    },
  }
}
