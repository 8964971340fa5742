import fs from 'node:fs'
import { lstat, open, unlink, type FileHandle } from 'node:fs/promises'
import { promisify } from 'node:util'

export const BATCH_BYTES = 512 * 1024

/**
 * Writes chunks in batches, one after another, while the next one is received. A chunk that fills a
 * batch returns a promise for the batch before it. `written` then gets each batch, and the next one
 * waits for it.
 */
export function createBatches(
  file: FileHandle,
  written: (chunks: readonly Buffer[]) => Promise<void> = async () => {},
) {
  let chunks: Buffer[] = []
  let length = 0
  let writing = Promise.resolve()

  function flush(): Promise<void> {
    const batch = chunks
    const before = writing
    chunks = []
    length = 0
    writing = before.then(() => writeAll(file, batch)).then(() => written(batch))
    // The next write rejects.
    writing.catch(() => {})
    return before
  }
  const add = (chunk: Buffer): Promise<void> | undefined => {
    chunks.push(chunk)
    length += chunk.byteLength
    return length < BATCH_BYTES ? undefined : flush()
  }
  return Object.assign(add, {
    async end(): Promise<void> {
      if (chunks.length > 0) void flush()
      await writing
    },
  })
}

/** Writes chunks completely, with as many calls as that takes. */
export async function writeAll(file: FileHandle, chunks: readonly Buffer[]): Promise<void> {
  const { bytesWritten } = await file.writev([...chunks])
  const length = chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0)
  if (bytesWritten === length) return
  let rest = Buffer.concat(chunks).subarray(bytesWritten)
  while (rest.byteLength > 0) rest = rest.subarray((await file.write(rest)).bytesWritten)
}

const openFile = promisify(fs.open)
const write = promisify(fs.write)
const sync = promisify(fs.fsync)

/** Creates a file with this content. Resolves when it is durable and parallel work has ended. */
export async function writeNewFile(
  file: string,
  bytes: Buffer,
  meanwhile: () => Promise<void>,
): Promise<void> {
  const descriptor = await openFile(file, 'wx')
  try {
    let rest = bytes
    while (rest.byteLength > 0) rest = rest.subarray((await write(descriptor, rest)).bytesWritten)
    const other = meanwhile()
    // It is awaited below.
    other.catch(() => {})
    await sync(descriptor)
    await other
  } finally {
    // Does not wait for the disk, since everything is written.
    fs.closeSync(descriptor)
  }
}

/** Makes the content of a file durable, or the names in a folder. */
export async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

export const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? error.code : undefined

export const emptyIfMissing = (error: unknown): string[] => {
  if (codeOf(error) === 'ENOENT') return []
  throw error
}

/** Resolves to whether the file was there. */
export async function unlinkIfThere(file: string): Promise<boolean> {
  try {
    await unlink(file)
    return true
  } catch (error) {
    emptyIfMissing(error)
    return false
  }
}

/** 0 if there is no such file. */
export const sizeOf = (file: string): Promise<number> =>
  lstat(file).then(
    ({ size }) => size,
    () => 0,
  )
