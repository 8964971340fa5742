import { constants } from 'node:fs'
import { lchown, lstat, mkdir, opendir, unlink } from 'node:fs/promises'
import type { Owner } from './change-owner.ts'
import { close, entryOf, inTurn, openUnlessMissing, readWhole, removeIn } from './files.ts'
import { hasDescriptorPaths, pathOf } from './open-folder.ts'
import type { FileInside } from './files.ts'
import { codeOf } from './walk.ts'

/*
 * Operations on a folder inside a folder of another account. Each step into it is opened as a folder
 * that is no link, and the files are reached through its descriptor.
 */

/** A folder inside another account's folder, by the names of the steps into it. */
export type InnerFolder = { readonly folder: string; readonly steps: readonly string[] }

/**
 * The names of its entries, in any order and at most `maxEntries`; undefined if there is no such
 * folder.
 */
export const listInside = (
  inner: InnerFolder,
  { maxEntries }: { readonly maxEntries: number },
): Promise<readonly string[] | undefined> =>
  entered(inner, async (own) => {
    const names: string[] = []
    // The directory closes itself when the loop ends.
    for await (const { name } of await opendir(own)) {
      if (names.length >= maxEntries) break
      names.push(name)
    }
    return names
  })

/** As `readFileIn`, for a file of an inner folder. */
export const readFileInside = (
  inner: InnerFolder,
  name: string,
  { maxBytes }: { readonly maxBytes: number },
): Promise<FileInside | undefined> => entered(inner, (own) => readWhole(own, name, maxBytes))

/** Removes a file or a link of an inner folder. Does nothing if there is none. */
export async function removeFileInside(inner: InnerFolder, name: string): Promise<void> {
  await entered(inner, (own) =>
    unlink(entryOf(own, name)).catch((error: unknown) => {
      if (codeOf(error) !== 'ENOENT') throw error
    }),
  )
}

/** Makes a folder directly in another account's folder, in place of anything else of that name. */
export async function ensureFolderIn(
  folder: string,
  name: string,
  owner: Owner | undefined,
): Promise<void> {
  const place = entryOf(folder, name)
  const kind = await inTurn(folder, () =>
    lstat(place).then(
      (stats) => (stats.isDirectory() ? 'folder' : 'other'),
      (error: unknown) => {
        if (codeOf(error) !== 'ENOENT') throw error
        return 'nothing'
      },
    ),
  )
  if (kind === 'folder') return
  if (kind === 'other') await removeIn(folder, name)
  await inTurn(folder, async () => {
    await mkdir(place, { mode: 0o700 })
    if (owner) await lchown(place, owner.uid, owner.gid)
  })
}

/** Runs work with the path of an inner folder; undefined if there is none. */
function entered<T>(
  { folder, steps }: InnerFolder,
  work: (own: string) => Promise<T>,
): Promise<T | undefined> {
  return inTurn(folder, async () => {
    const opened: number[] = []
    try {
      let own = folder
      for (const step of steps) {
        const descriptor = await openUnlessMissing(entryOf(own, step), step, constants.O_DIRECTORY)
        if (descriptor === undefined) return undefined
        opened.push(descriptor)
        own = hasDescriptorPaths ? pathOf(descriptor) : entryOf(own, step)
      }
      return await work(own)
    } finally {
      for (const descriptor of opened) await close(descriptor)
    }
  })
}
