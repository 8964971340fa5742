import { chownSync } from 'node:fs'
import { closeFolder, openTop, withEntry, type OpenFolder } from './open-folder.ts'
import { codeOf, walk } from './walk.ts'

export type Owner = { readonly uid: number; readonly gid: number }

/** Limits the depth, because each folder on the path stays open. */
const MAX_DEPTH = 64

/**
 * Changes the owner of a folder's content and then of the folder itself, so that a folder with the
 * new owner is complete. Leaves files of a third account alone, and files with a second hard link,
 * which may be in somebody else's folder.
 */
export function* changeOwner(folder: string, to: Owner): Generator<void, void> {
  const top = openTop(folder)
  const from = top.uid
  const give = (parent: OpenFolder, name: string) => {
    try {
      withEntry(parent, name, ({ stats, chown }) => {
        const isOnlyHere = stats.isDirectory() || stats.nlink === 1
        if (stats.uid === from && isOnlyHere) chown(to.uid, to.gid)
      })
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error
    }
  }
  try {
    yield* walk(top, {
      file: give,
      folder(_found, { depth }) {
        if (depth > MAX_DEPTH) throw new Error('The folder has too many levels.')
        return true
      },
      left: ({ parent, name }) => give(parent, name),
      closed() {
        // Other file systems keep their owner.
      },
    })
    chownSync(folder, to.uid, to.gid)
  } finally {
    closeFolder(top)
  }
}
