import { randomBytes } from 'node:crypto'
import path from 'node:path'
import type { BackupParts, FilesPlace } from '../deps.ts'
import { listKey } from '../keys.ts'
import { seal } from '../sealing/seal.ts'
import { formatList, listLists, readList, type ListedFile } from './file-list.ts'
import { storeParts } from './store-parts.ts'
import { comparePaths, walkFiles, type WalkedFile } from './walk-files.ts'

type Parts = Pick<BackupParts, 'store' | 'key' | 'clock'> & { readonly files: FilesPlace }

/** The files of a project that the store has now. */
export type CopiedFiles = { readonly files: number; readonly bytes: number }

/**
 * Brings a project's files into the store, with a list of them. Files that the last list names and that
 * did not change since are not read again. Returns undefined if nothing has changed.
 */
export async function copyFiles(
  parts: Parts,
  ref: string,
  signal: AbortSignal,
): Promise<CopiedFiles | undefined> {
  const [last] = await listLists(parts, ref)
  if (!(await hasChanged(parts, ref, last))) return undefined
  const total = { files: 0, bytes: 0 }
  const object = listKey(ref, parts.clock.now(), randomBytes(4).toString('hex'))
  const counted = async function* () {
    for await (const file of currentFiles(parts, ref, { last, signal })) {
      total.files += 1
      total.bytes += file.bytes
      yield file
    }
  }
  await parts.store.put(object, seal(parts.key, object, formatList(counted())))
  return total
}

/** Compares the folder with the list of the last copy, without reading a file. */
async function hasChanged(parts: Parts, ref: string, last: string | undefined): Promise<boolean> {
  for await (const { file, listed } of pairs(parts, ref, last))
    if (!file || !listed || !isSame(file, listed)) return true
  return false
}

async function* currentFiles(
  parts: Parts,
  ref: string,
  { last, signal }: { readonly last: string | undefined; readonly signal: AbortSignal },
): AsyncGenerator<ListedFile> {
  const folder = path.join(parts.files.root, ref)
  for await (const { file, listed } of pairs(parts, ref, last)) {
    if (!file) continue
    if (listed && isSame(file, listed)) {
      yield listed
      continue
    }
    const digests = await storeParts(parts, folder, { ref, name: file.path, signal })
    if (digests) yield { ...file, parts: [...digests] }
  }
}

const isSame = (file: WalkedFile, listed: ListedFile): boolean =>
  file.bytes === listed.bytes && file.state === listed.state

type Pair = { readonly file?: WalkedFile; readonly listed?: ListedFile }

/** Reads the folder and the last list side by side, because both have one order. */
async function* pairs(parts: Parts, ref: string, last: string | undefined): AsyncGenerator<Pair> {
  const folder = path.join(parts.files.root, ref)
  const files = walkFiles(folder, parts.files.entries)
  const lines = last === undefined ? nothing() : readList(parts, last)
  try {
    let [file, listed] = [await files.next(), await lines.next()]
    while (!file.done || !listed.done) {
      const order = orderOf(file, listed)
      yield {
        ...(order <= 0 && !file.done && { file: file.value }),
        ...(order >= 0 && !listed.done && { listed: listed.value }),
      }
      if (order <= 0) file = await files.next()
      if (order >= 0) listed = await lines.next()
    }
  } finally {
    await files.return(undefined)
    await lines.return(undefined)
  }
}

function orderOf(file: IteratorResult<WalkedFile>, listed: IteratorResult<ListedFile>): number {
  if (file.done) return 1
  return listed.done ? -1 : comparePaths(file.value.path, listed.value.path)
}

async function* nothing(): AsyncGenerator<ListedFile> {
  // A first copy has no list before it.
}
