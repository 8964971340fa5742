import { createHash } from 'node:crypto'
import { mkdir, readFile, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Clock } from '../../../lib/clock.ts'
import type { FreeBytes } from '../../../lib/free-bytes.ts'
import { emptyIfMissing } from '../backend/files.ts'
import { createSpaceCheck } from '../backend/space.ts'

const MAX_BYTES = 256 * 1024 * 1024

export type ImageCache = {
  find(version: string, variant: string): Promise<Buffer | undefined>
  /** Keeps a rendered image, if the disk has room. */
  keep(version: string, variant: string, image: Buffer): Promise<void>
  /** Removes everything rendered from these versions. */
  remove(versions: readonly string[]): Promise<void>
  /** Removes the least recently used images, until the rest is small enough. */
  trim(maxBytes?: number): Promise<void>
}

type CacheDeps = {
  readonly clock: Clock
  readonly newId: () => string
  readonly freeBytes: FreeBytes
}

/**
 * Rendered images of one project as `images/<version>/<digest of the options>`. A file's
 * modification time is that of its last use.
 */
export function createImageCache(
  projectFolder: string,
  { clock, newId, freeBytes }: CacheDeps,
): ImageCache {
  const folder = path.join(projectFolder, 'images')
  const requireSpace = createSpaceCheck(projectFolder, freeBytes)
  const pathOf = (version: string, variant: string) =>
    path.join(folder, version, createHash('sha256').update(variant).digest('hex'))
  /** Bytes that were added since the last trim. */
  let added = Infinity

  async function trim(maxBytes = MAX_BYTES): Promise<void> {
    const files: { readonly file: string; readonly size: number; readonly used: number }[] = []
    for (const version of await readdir(folder).catch(emptyIfMissing))
      for (const name of await readdir(path.join(folder, version)).catch(emptyIfMissing)) {
        const file = path.join(folder, version, name)
        const found = await stat(file).catch(() => undefined)
        if (found) files.push({ file, size: found.size, used: found.mtimeMs })
      }
    let total = files.reduce((sum, { size }) => sum + size, 0)
    files.sort((left, right) => left.used - right.used)
    for (const { file, size } of files) {
      if (total <= maxBytes) break
      await rm(file, { force: true })
      total -= size
    }
    added = 0
  }

  return {
    async find(version, variant) {
      if (!VERSION.test(version)) return undefined
      const file = pathOf(version, variant)
      const image = await readFile(file).catch(() => undefined)
      const now = clock.now()
      if (image) await utimes(file, now, now).catch(() => {})
      return image
    },
    async keep(version, variant, image) {
      if (!VERSION.test(version)) return
      const file = pathOf(version, variant)
      const draft = `${file}.${newId()}`
      try {
        await requireSpace(image.byteLength)
        await mkdir(path.dirname(file), { recursive: true })
        await writeFile(draft, image)
        await rename(draft, file)
        added += image.byteLength
        if (added > MAX_BYTES / 8) await trim()
      } catch {
        // The image was still rendered, and is rendered again the next time.
        await rm(draft, { force: true }).catch(() => {})
      }
    },
    async remove(versions) {
      for (const version of versions)
        if (VERSION.test(version))
          await rm(path.join(folder, version), { recursive: true, force: true })
    },
    trim,
  }
}

/**
 * The owner of a database can write any text into its rows, so only a valid version becomes a path.
 */
const VERSION = /^[0-9a-f-]{36}$/
