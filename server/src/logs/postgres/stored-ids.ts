import { open } from 'node:fs/promises'
import type { LogStore } from '../port.ts'

/** More than one step of reading can have written. */
const MAX_BYTES = 4 * 1024 * 1024
const ID = /^\{"id":"([^"]+)"/gm

/**
 * The ids of the last events of Postgres that are stored: a server that was killed may have stored
 * them without noting how far it had read.
 */
export async function readStoredIds(
  logs: Pick<LogStore, 'flush' | 'files'>,
  ref: string,
): Promise<ReadonlySet<string>> {
  await logs.flush(ref)
  const files = await logs.files(ref, 'postgres_logs', { from: 0, to: Number.MAX_SAFE_INTEGER })
  const segments = files.filter(({ format }) => format === 'ndjson')
  const ids = new Set<string>()
  let left = MAX_BYTES
  for (const { path, bytes } of segments.toReversed()) {
    if (left <= 0) break
    const text = await readEnd(path, Math.min(left, bytes))
    for (const [, id] of text.matchAll(ID)) if (id !== undefined) ids.add(id)
    left -= bytes
  }
  return ids
}

async function readEnd(path: string, length: number): Promise<string> {
  const file = await open(path, 'r').catch(() => undefined)
  if (!file) return ''
  try {
    const { size } = await file.stat()
    const buffer = Buffer.alloc(Math.min(length, size))
    await file.read(buffer, 0, buffer.length, size - buffer.length)
    return buffer.toString('latin1')
  } finally {
    await file.close()
  }
}
