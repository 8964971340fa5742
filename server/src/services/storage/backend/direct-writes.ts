import { mkdir, open, readdir } from 'node:fs/promises'
import path from 'node:path'
import { isVersion, type DirectWrites } from './content-place.ts'
import { emptyIfMissing, syncFile, unlinkIfThere, writeNewFile } from './files.ts'

/**
 * Writes small files directly to their place. While a file in a directory may lack its row, the
 * directory has a mark `writing/<directory>`, which is created before the first file; so files of
 * an interrupted upload are always in a marked directory. The current directory keeps its mark, so
 * that most uploads need not create one.
 */
export function createDirectWrites({
  folder,
  content,
  ensureDirectory,
  syncDirectory,
}: {
  readonly folder: string
  /** The folder of the directories. */
  readonly content: string
  readonly ensureDirectory: (directory: string) => Promise<void>
  /** Makes the names in a directory durable. */
  readonly syncDirectory: (directory: string) => Promise<void>
}): DirectWrites {
  const marks = path.join(folder, 'writing')
  /** Directories that have a mark, or will have one. */
  const marked = new Map<string, Promise<unknown>>()
  /** Files of a directory whose rows may not be committed. */
  const unsettled = new Map<string, Set<string>>()
  /** The files among them that were written since the start, and never staged. */
  const written = new Set<string>()
  let inUse = ''

  const directoryOf = (version: string) => path.join(content, version.slice(0, 2))
  const markOf = (directory: string) => path.join(marks, path.basename(directory))

  async function mark(directory: string): Promise<void> {
    if ((await mkdir(marks, { recursive: true })) !== undefined) await syncFile(folder)
    const file = await open(markOf(directory), 'w')
    await file.close()
    await syncFile(marks)
  }

  function ensureMark(directory: string): Promise<unknown> {
    const known = marked.get(directory)
    if (known) return known
    const making = mark(directory)
    marked.set(directory, making)
    making.catch(() => marked.delete(directory))
    return making
  }

  /** Without a mark, the next upload to the directory makes it again, after it is removed. */
  function unmarkIfSettled(directory: string): void {
    if (directory === inUse || !marked.has(directory) || unsettled.has(directory)) return
    const removing = unlinkIfThere(markOf(directory)).catch(() => {})
    const again = removing.then(() => {
      if (unsettled.has(directory)) return mark(directory)
      marked.delete(directory)
    })
    marked.set(directory, again)
    again.catch(() => marked.delete(directory))
  }

  function use(directory: string): void {
    const before = inUse
    inUse = directory
    if (before !== directory) unmarkIfSettled(before)
  }

  return {
    async write(version, bytes) {
      const directory = directoryOf(version)
      unsettled.set(directory, (unsettled.get(directory) ?? new Set()).add(version))
      written.add(version)
      use(directory)
      await ensureDirectory(directory)
      await ensureMark(directory)
      // Runs in parallel, because the file system's journal writes both at once.
      await writeNewFile(path.join(directory, version), bytes, () => syncDirectory(directory))
    },
    settle(version) {
      const directory = directoryOf(version)
      const left = unsettled.get(directory)
      left?.delete(version)
      if (left?.size === 0) {
        unsettled.delete(directory)
        unmarkIfSettled(directory)
      }
      return written.delete(version)
    },
    async close() {
      use('')
      await Promise.allSettled(marked.values())
    },
    async unsettled() {
      const found: string[] = []
      for (const name of await readdir(marks).catch(emptyIfMissing)) {
        const directory = path.join(content, name)
        const versions = (await readdir(directory).catch(emptyIfMissing)).filter(isVersion)
        found.push(...versions)
        marked.set(directory, Promise.resolve())
        const before = unsettled.get(directory) ?? []
        if (versions.length > 0) unsettled.set(directory, new Set([...before, ...versions]))
        else unmarkIfSettled(directory)
      }
      return found
    },
  }
}
