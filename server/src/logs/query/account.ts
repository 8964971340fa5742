import { chmod, lchown, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { createKeyedMutex } from '../../lib/keyed-mutex.ts'
import { drawId, isInRange, type IdRange } from '../../lib/id-range.ts'

/** The accounts of query processes, one per project. No system assigns these ids. */
export const LOG_READER_IDS: IdRange = { first: 0x5000_0000, last: 0x5fff_ffff }

/** Entered by the group, not listed; new files get the group of their folder. */
const FOLDER_MODE = 0o2710
const READ_MODE = 0o640
const WRITE_MODE = 0o660

/** Gives the project's query processes, and no other account, the right to read its files. */
export type ReaderAccounts = {
  /** The account of a project's query processes; undefined if the server cannot change accounts. */
  idOf(ref: string): Promise<number | undefined>
  /** Lets the account read and write files, which are named by their paths from the project's folder. */
  open(
    ref: string,
    id: number,
    files: { readonly reads: readonly string[]; readonly writes?: readonly string[] },
  ): Promise<void>
}

/** @param folder the folder with a folder for each project */
export function createReaderAccounts(
  folder: string,
  isRoot = process.getuid?.() === 0,
): ReaderAccounts {
  const ids = new Map<string, Promise<number>>()
  const mutex = createKeyedMutex()

  async function take(ref: string): Promise<number> {
    const own = path.join(folder, ref)
    const { gid } = await stat(own)
    if (isInRange(LOG_READER_IDS, gid)) return gid
    const taken = await groupsOf(folder)
    const id = drawId(LOG_READER_IDS, (each) => taken.has(each))
    await lchown(own, 0, id)
    await chmod(own, FOLDER_MODE)
    return id
  }

  return {
    async idOf(ref) {
      if (!isRoot) return undefined
      const known = ids.get(ref)
      if (known) return known
      // One after the other, so that two projects never draw the same id.
      const taking = mutex.runExclusive('', () => take(ref))
      ids.set(ref, taking)
      taking.catch(() => ids.delete(ref))
      return taking
    },
    async open(ref, id, { reads, writes = [] }) {
      const own = path.join(folder, ref)
      for (const source of new Set([...reads, ...writes].map((file) => path.dirname(file))))
        await share(path.join(own, source), id, FOLDER_MODE)
      await Promise.all([
        ...reads.map((file) => share(path.join(own, file), id, READ_MODE)),
        ...writes.map((file) => share(path.join(own, file), id, WRITE_MODE)),
      ])
    },
  }
}

async function share(name: string, id: number, mode: number): Promise<void> {
  const found = await stat(name).catch(() => undefined)
  // A file can be replaced by its compacted form in the meantime.
  if (!found) return
  if (found.gid !== id) await lchown(name, found.uid, id)
  if ((found.mode & 0o7777) !== mode) await chmod(name, mode)
}

async function groupsOf(folder: string): Promise<ReadonlySet<number>> {
  const names = await readdir(folder)
  const found = await Promise.all(
    names.map((name) => stat(path.join(folder, name)).catch(() => undefined)),
  )
  return new Set(found.flatMap((each) => (each ? [each.gid] : [])))
}
