import { open } from 'node:fs/promises'
import { constants, gunzipSync } from 'node:zlib'
import type { FileEncoding } from '@stoa/contract/services/table-files'

const HEAD_BYTES = 256 * 1024
const MAX_HEAD_BYTES = 1024 * 1024

/** The beginning of a file, decompressed if it is gzip. */
export async function readHead(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const buffer = Buffer.alloc(HEAD_BYTES)
    const { bytesRead } = await file.read(buffer, 0, HEAD_BYTES, 0)
    const head = buffer.subarray(0, bytesRead)
    if (head[0] !== 0x1f || head[1] !== 0x8b) return head
    return gunzipSync(head, {
      finishFlush: constants.Z_SYNC_FLUSH,
      maxOutputLength: MAX_HEAD_BYTES,
    })
  } catch (error) {
    // More than the limit: the reader reports what is wrong with the rest.
    if (error instanceof RangeError) return Buffer.alloc(0)
    throw error
  } finally {
    await file.close()
  }
}

/** The encoding of a text file, from its mark or from the bytes of its beginning. */
export function detectEncoding(head: Buffer): FileEncoding {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const zeros = [0, 0]
  for (const [index, byte] of head.subarray(0, 4096).entries())
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  const enough = Math.min(head.length, 4096) / 8
  const [even = 0, odd = 0] = zeros
  // Most characters of western texts have a zero byte in UTF-16.
  if (odd > enough && even === 0) return 'utf-16le'
  if (even > enough && odd === 0) return 'utf-16be'
  return isUtf8(head) ? 'utf-8' : 'windows-1252'
}

function isUtf8(head: Buffer): boolean {
  try {
    // The last character may be cut off, so it is not required to be complete.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return true
  } catch {
    return false
  }
}

export const decodeHead = (head: Buffer, encoding: FileEncoding): string =>
  new TextDecoder(encoding).decode(head, { stream: true })
