import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import type { Content } from '../store/object-store.ts'

/*
 * A sealed object: a header of `MAGIC` and a salt, then chunks of compressed text. Each chunk is its
 * length in four bytes, whose highest bit marks the last chunk, then the encrypted text and its tag.
 * The key of an object depends on the salt and on the object's name, and the nonce of a chunk is its
 * number and whether it is the last: chunks that are missing, repeated, moved or from another object do
 * not open.
 */

export const MAGIC = Buffer.from('STOABAK1', 'latin1')
export const SALT_BYTES = 32
export const TAG_BYTES = 16
export const CHUNK_BYTES = 64 * 1024
export const LAST = 0x8000_0000
export const ALGORITHM = 'aes-256-gcm'

const LEVEL = 3

/** Compresses and encrypts content for one name, in constant memory. */
export async function* seal(key: Buffer, name: string, content: Content): Content {
  const salt = randomBytes(SALT_BYTES)
  yield Buffer.concat([MAGIC, salt])
  const own = objectKey(key, salt, name)
  let number = 0
  for await (const { bytes, isLast } of chunksOf(compressed(content))) {
    const cipher = createCipheriv(ALGORITHM, own, nonceOf(number, isLast))
    const text = Buffer.concat([cipher.update(bytes), cipher.final()])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(text.length + (isLast ? LAST : 0))
    yield Buffer.concat([length, text, cipher.getAuthTag()])
    number += 1
  }
}

export const objectKey = (key: Buffer, salt: Buffer, name: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, `object/${name}`, 32))

export function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeBigUInt64BE(BigInt(number), 3)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

async function* compressed(content: Content): Content {
  const zstd = createZstdCompress({
    params: {
      [constants.ZSTD_c_compressionLevel]: LEVEL,
      [constants.ZSTD_c_checksumFlag]: 1,
    },
  })
  const done = pipeline(Readable.from(content), zstd)
  // The loop below gets the same error.
  done.catch(() => {})
  for await (const part of zstd) yield part
  await done
}

/** Exactly one chunk is the last, and it may be empty. */
async function* chunksOf(
  content: Content,
): AsyncGenerator<{ readonly bytes: Buffer; readonly isLast: boolean }> {
  let held: Buffer = Buffer.alloc(0)
  for await (const part of content) {
    held = held.length === 0 ? part : Buffer.concat([held, part])
    while (held.length > CHUNK_BYTES) {
      yield { bytes: held.subarray(0, CHUNK_BYTES), isLast: false }
      held = held.subarray(CHUNK_BYTES)
    }
  }
  yield { bytes: held, isLast: true }
}
