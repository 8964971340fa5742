import { randomBytes } from 'node:crypto'
import { lstat, mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { BackupParts, FilesPlace } from '../deps.ts'
import { backupDamaged } from '../errors.ts'
import { partKey } from '../keys.ts'
import { named, readObject } from '../place/read-object.ts'
import { listLists, readList, type ListedFile } from './file-list.ts'

type Parts = Pick<BackupParts, 'store' | 'key'> & { readonly files: FilesPlace }

/** A name that the next start of the server deletes. */
const UNFINISHED = '.trash-'

/**
 * Writes the files of a project's newest list into its folder. Files that are there already stay, so
 * that an interrupted run continues. Does nothing if the store has no list.
 */
export async function placeFiles(
  parts: Parts,
  ref: string,
  which: 'all' | 'records' = 'all',
): Promise<void> {
  const [newest] = await listLists(parts, ref)
  if (newest === undefined) return
  const folder = path.join(parts.files.root, ref)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const unfinished = `${UNFINISHED}${ref}-${randomBytes(4).toString('hex')}`
  const partial = path.join(parts.files.root, unfinished)
  try {
    for await (const file of readList(parts, newest))
      if (which === 'all' || isRecord(parts.files, file))
        await placeFile(parts, { ref, file, partial, target: targetOf(folder, file) })
  } finally {
    await rm(partial, { force: true })
  }
}

const isRecord = ({ records }: FilesPlace, { path: name }: ListedFile): boolean =>
  records.some((entry) => name === entry || name.startsWith(`${entry}/`))

function targetOf(folder: string, { path: name }: ListedFile): string {
  if (name.split('/').some((step) => ['', '.', '..'].includes(step)))
    throw backupDamaged('the list of its files', 'names a file elsewhere')
  return path.join(folder, name)
}

async function placeFile(
  parts: Parts,
  {
    ref,
    file,
    partial,
    target,
  }: {
    readonly ref: string
    readonly file: ListedFile
    readonly partial: string
    readonly target: string
  },
): Promise<void> {
  if (await isThere(target)) return
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
  const written = await open(partial, 'w', 0o600)
  try {
    for (const digest of file.parts)
      await named(`the file ${file.path}`, { isOptional: false }, async () => {
        for await (const content of await readObject(parts, partKey(ref, digest))) {
          await written.writeFile(content)
        }
      })
    await written.sync()
  } finally {
    await written.close()
  }
  await rename(partial, target)
}

const isThere = (name: string): Promise<boolean> =>
  lstat(name).then(
    () => true,
    () => false,
  )
