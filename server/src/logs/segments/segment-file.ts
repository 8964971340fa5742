import { open, stat, truncate, type FileHandle } from 'node:fs/promises'
import { codeOf } from '../../lib/untrusted-folder/walk.ts'

/** Bytes of a file that are read at a time, from its end. */
const STEP = 64 * 1024
const LINE_BREAK = 0x0a

/**
 * Cuts an incomplete last line, which a server left that was killed while it wrote. Its event was
 * never reported as stored. Returns the size.
 */
export async function repairSegment(file: string): Promise<number> {
  const handle = await open(file, 'r+')
  try {
    const { size } = await handle.stat()
    const end = await endOfLastLine(handle, size)
    if (end < size) await handle.truncate(end)
    return end
  } finally {
    await handle.close()
  }
}

async function endOfLastLine(handle: FileHandle, size: number): Promise<number> {
  const buffer = Buffer.alloc(Math.min(STEP, size))
  let end = size
  while (end > 0) {
    const from = Math.max(0, end - STEP)
    const { bytesRead } = await handle.read(buffer, 0, end - from, from)
    const last = buffer.subarray(0, bytesRead).lastIndexOf(LINE_BREAK)
    if (last !== -1) return from + last + 1
    end = from
  }
  return 0
}

export type FileOwner = {
  readonly mode: number
  /** The group that can read the file; the server's own if absent. */
  readonly gid: number | undefined
}

/** Appends lines to a file of this size and returns its new size. */
export async function appendLines(
  file: string,
  text: string,
  { size, mode, gid }: FileOwner & { readonly size: number },
): Promise<number> {
  const bytes = Buffer.from(text)
  const handle = await open(file, 'a', mode)
  try {
    if (size === 0 && gid !== undefined) await handle.chown(process.getuid?.() ?? -1, gid)
    await handle.appendFile(bytes)
    return size + bytes.length
  } finally {
    await handle.close()
  }
}

/** Removes what a failed `appendLines` wrote. */
export async function cutTo(file: string, size: number): Promise<void> {
  try {
    if ((await stat(file)).size > size) await truncate(file, size)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
}
