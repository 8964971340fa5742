import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { isVersion, type ContentPlace } from './content-place.ts'
import { emptyIfMissing, sizeOf } from './files.ts'

/** The folder of resumable uploads, which count like content. */
const RESUMABLE = 'resumable'

/**
 * The bytes of every version, counted once, because one that is being uploaded can have two names.
 */
export async function measureContent({
  folder,
  staging,
  place,
}: {
  readonly folder: string
  readonly staging: string
  readonly place: ContentPlace
}): Promise<number> {
  let bytes = 0
  const inProgress = new Map<string, number>()
  for (const version of (await readdir(staging).catch(emptyIfMissing)).filter(isVersion))
    inProgress.set(version, await sizeOf(path.join(staging, version)))
  for await (const { version, size } of place.list()) {
    inProgress.delete(version)
    bytes += size
  }
  for (const size of inProgress.values()) bytes += size
  const resumable = path.join(folder, RESUMABLE)
  for (const name of await readdir(resumable).catch(emptyIfMissing))
    if (name.endsWith('.part')) bytes += await sizeOf(path.join(resumable, name))
  return bytes
}
