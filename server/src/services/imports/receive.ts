import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { Transform, type Readable, type TransformCallback } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { toDiskFull } from '../../lib/disk-full.ts'
import { freeBytes } from '../../lib/free-bytes.ts'
import type { StoredProject } from '../../project/project.ts'
import { connectionLost, fileTooLarge, noSpace } from './errors.ts'
import { RESERVED_BYTES } from './limits.ts'
import { ensureFolder } from './records.ts'

const CHECKED_BYTES = 64 * 1024 * 1024

type ReceiveOptions = {
  readonly path: string
  /** Where in the file the body begins. */
  readonly start?: number
  readonly maxBytes: number
  readonly signal?: AbortSignal
}

/**
 * Writes a body to a file, and resolves to its length. Rejects with 413 if it is longer than
 * `maxBytes`, and with 507 before the disk is full, also while it arrives. After 400
 * `import_connection_lost`, the file has what has arrived.
 */
export async function receive(
  project: StoredProject,
  body: Readable,
  { path, start = 0, maxBytes, signal }: ReceiveOptions,
): Promise<number> {
  await ensureFolder(project)
  await requireSpace(project)
  let bytes = 0
  let checked = 0
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      bytes += chunk.length
      if (bytes > maxBytes) return next(fileTooLarge(start + maxBytes))
      if (bytes - checked < CHECKED_BYTES) return next(null, chunk)
      checked = bytes
      void spaceFor(chunk, next)
    },
  })
  async function spaceFor(chunk: Buffer, next: TransformCallback): Promise<void> {
    const refusal = await requireSpace(project).catch((error: Error) => error)
    next(refusal ?? null, chunk)
  }
  // A body that is refused is read to its end, because its client would not get the refusal.
  const lost = () => void counted.destroy(connectionLost())
  body.once('close', () => !body.readableEnded && lost()).once('error', lost)
  const file = createWriteStream(path, { mode: 0o600, flags: start === 0 ? 'w' : 'r+', start })
  try {
    await pipeline(body.pipe(counted), file, { ...(signal && { signal }) })
  } catch (error) {
    // A write may still be on its way, and the file is continued where it ends.
    if (!file.closed) await once(file, 'close')
    body.unpipe(counted).resume()
    throw toDiskFull(error) ?? error
  }
  return bytes
}

async function requireSpace(project: StoredProject): Promise<void> {
  if ((await freeBytes(project.folder('imports'))) < RESERVED_BYTES) throw noSpace()
}
