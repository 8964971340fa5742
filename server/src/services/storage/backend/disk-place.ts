import { link, mkdir, open, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { isVersion, type ContentPlace } from './content-place.ts'
import { createDirectWrites } from './direct-writes.ts'
import { createDirectorySync } from './directory-sync.ts'
import { codeOf, emptyIfMissing, sizeOf, syncFile, unlinkIfThere } from './files.ts'
import { ContentMissing } from './object-store.ts'

const READ_BYTES = 256 * 1024

/**
 * Content as files `content/<xx>/<version>` of the folder, where `xx` are the first two characters of
 * the version. Publishing links a staged file, and copies are names of one file, because content
 * never changes.
 */
export function createDiskPlace(folder: string): ContentPlace {
  const content = path.join(folder, 'content')
  const known = new Set<string>()
  const syncDirectory = createDirectorySync()
  const directoryOf = (version: string) => path.join(content, version.slice(0, 2))
  const fileOf = (version: string) => path.join(directoryOf(version), version)

  async function ensure(directory: string): Promise<void> {
    if (known.has(directory)) return
    await mkdir(directory, { recursive: true })
    await syncFile(content)
    await syncFile(folder)
    known.add(directory)
  }

  return {
    direct: createDirectWrites({ folder, content, ensureDirectory: ensure, syncDirectory }),
    async publish(version, staged, file) {
      const directory = directoryOf(version)
      await ensure(directory)
      await link(staged, fileOf(version))
      // Runs in parallel, because the file system's journal writes both at once.
      await Promise.all([file ? file.sync() : syncFile(staged), syncDirectory(directory)])
    },
    stageCopy: (from, staged) => link(fileOf(from), staged).catch(explainMissing),
    async read(version, range) {
      const file = await open(fileOf(version), 'r').catch(explainMissing)
      return file.createReadStream({ ...range, highWaterMark: READ_BYTES })
    },
    sizeOf: (version) => sizeOf(fileOf(version)),
    async remove(version) {
      const size = await sizeOf(fileOf(version))
      return (await unlinkIfThere(fileOf(version))) ? size : undefined
    },
    async *list() {
      for (const name of await readdir(content).catch(emptyIfMissing))
        for (const version of (await readdir(path.join(content, name))).filter(isVersion)) {
          const found = await stat(fileOf(version)).catch(() => undefined)
          if (found) yield { version, size: found.size, publishedAt: found.ctime }
        }
    },
  }
}

/** Turns the error for a missing file into `ContentMissing`. */
export const explainMissing = (error: unknown): never => {
  if (codeOf(error) === 'ENOENT') throw new ContentMissing('There is no such content')
  throw error
}
