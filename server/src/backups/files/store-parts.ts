import { createHmac } from 'node:crypto'
import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { deriveKey } from '../../lib/secret-box.ts'
import { codeOf } from '../../lib/untrusted-folder/walk.ts'
import type { BackupParts } from '../deps.ts'
import { partKey } from '../keys.ts'
import { FILE_PART_BYTES } from '../limits.ts'
import { seal } from '../sealing/seal.ts'

/**
 * Puts the content of a file into the store, except for the parts that are there, and returns their
 * digests; undefined if the file is gone. A digest depends on the key, so that the store cannot tell
 * which known files a project has.
 */
export async function storeParts(
  { store, key }: Pick<BackupParts, 'store' | 'key'>,
  folder: string,
  {
    ref,
    name,
    signal,
  }: { readonly ref: string; readonly name: string; readonly signal: AbortSignal },
): Promise<readonly string[] | undefined> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
  const file = await open(path.join(folder, name), flags).catch((error: unknown) => {
    if (['ENOENT', 'ENOTDIR', 'ELOOP'].includes(codeOf(error))) return undefined
    throw error
  })
  if (!file) return undefined
  const digests: string[] = []
  try {
    for (;;) {
      signal.throwIfAborted()
      const part = await readPart(file)
      if (part.length === 0) return digests
      const digest = createHmac('sha256', deriveKey(key, 'file-digests')).update(part).digest('hex')
      const object = partKey(ref, digest)
      if (!(await store.has(object))) await store.put(object, seal(key, object, single(part)))
      digests.push(digest)
      if (part.length < FILE_PART_BYTES) return digests
    }
  } finally {
    await file.close()
  }
}

async function readPart(file: Awaited<ReturnType<typeof open>>): Promise<Buffer> {
  const { size } = await file.stat()
  // A small file does not get the memory of a large one.
  const buffer = Buffer.allocUnsafe(Math.min(size + 1, FILE_PART_BYTES))
  let filled = 0
  while (filled < buffer.length) {
    const { bytesRead } = await file.read(buffer, filled, buffer.length - filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return buffer.subarray(0, filled)
}

async function* single(content: Buffer) {
  yield content
}
