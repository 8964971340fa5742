import { createWriteStream } from 'node:fs'
import { Transform, type Readable, type TransformCallback } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { toDiskFull } from '../../lib/disk-full.ts'
import { freeBytes } from '../../lib/free-bytes.ts'
import type { StoredProject } from '../../project/project.ts'
import { fileTooLarge, incomplete, noSpace } from './errors.ts'
import { RESERVED_BYTES } from './limits.ts'
import { ensureFolder } from './records.ts'

const CHECKED_BYTES = 64 * 1024 * 1024

/**
 * Writes a body to a file, and resolves to its length. Rejects with 413 if it is longer than
 * `maxBytes`, and with 507 before the disk is full, also while it arrives.
 */
export async function receive(
  project: StoredProject,
  body: Readable,
  {
    path,
    maxBytes,
    signal,
  }: { readonly path: string; readonly maxBytes: number; readonly signal?: AbortSignal },
): Promise<number> {
  await ensureFolder(project)
  await requireSpace(project)
  let bytes = 0
  let checked = 0
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      bytes += chunk.length
      if (bytes > maxBytes) return next(fileTooLarge(maxBytes))
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
  const lost = () => void counted.destroy(incomplete())
  body.once('close', () => !body.readableEnded && lost()).once('error', lost)
  try {
    await pipeline(body.pipe(counted), createWriteStream(path, { mode: 0o600 }), {
      ...(signal && { signal }),
    })
  } catch (error) {
    body.unpipe(counted).resume()
    throw toDiskFull(error) ?? error
  }
  return bytes
}

async function requireSpace(project: StoredProject): Promise<void> {
  if ((await freeBytes(project.folder('imports'))) < RESERVED_BYTES) throw noSpace()
}
