import { randomBytes } from 'node:crypto'
import { lstatSync, renameSync, rmdirSync, unlinkSync } from 'node:fs'
import { closeFolder, openFolder, placeOf, withEntry, type OpenFolder } from './open-folder.ts'
import { codeOf, walk, type WalkEntry } from './walk.ts'

/** Deeper folders are moved up first, because each folder on the path stays open. */
const MAX_DEPTH = 64
const LONGEST_MS = 600_000

/**
 * Deletes a folder with everything in it, or a file. Does nothing if it does not exist. Throws if
 * something remains, such as a mounted file system.
 */
export function* removeFolder(folder: string): Generator<void, void> {
  const found = lstatSync(folder, { throwIfNoEntry: false })
  if (!found) return
  if (!found.isDirectory()) return unlinkSync(folder)
  const until = performance.now() + LONGEST_MS
  let last: Round
  do {
    last = yield* emptyOnce(folder)
    if (last.failure === undefined && isRemoved(folder)) return
    // Another account added files, or deep folders were moved up. A round without progress means
    // that something cannot be removed.
  } while (last.removed > 0 && performance.now() < until)
  throw last.failure ?? new Error('The folder is not empty.')
}

type Round = { readonly removed: number; readonly failure: unknown }

function* emptyOnce(folder: string): Generator<void, Round> {
  const top = openFolder(folder)
  let removed = 0
  let failure: unknown
  const attempt = (work: () => void): boolean => {
    try {
      work()
      removed += 1
      return true
    } catch (error) {
      // Another file may have its name by now; then the next round removes that.
      if (codeOf(error) !== 'ENOENT') failure ??= error
      return false
    }
  }
  try {
    yield* walk(top, {
      file: (parent, name) => void attempt(() => unlinkSync(placeOf(parent, name))),
      folder(_found, entry) {
        if (entry.depth <= MAX_DEPTH) return true
        attempt(() => moveUp(top, entry))
        return false
      },
      left: ({ parent, name }) => void attempt(() => rmdirSync(placeOf(parent, name))),
      closed(entry, code) {
        // An empty folder needs no permission to be read.
        if (attempt(() => rmdirSync(placeOf(entry.parent, entry.name)))) return
        if (code === 'EACCES' && unlock(entry)) removed += 1
      },
    })
  } finally {
    closeFolder(top)
  }
  return { removed, failure }
}

function moveUp(top: OpenFolder, { parent, name }: WalkEntry): void {
  const target = placeOf(top, `.removing-${randomBytes(8).toString('hex')}`)
  renameSync(placeOf(parent, name), target)
}

/** Lets the owner of a folder list it, in the next round. */
function unlock({ parent, name }: WalkEntry): boolean {
  try {
    withEntry(parent, name, (entry) => entry.chmod(0o700))
    return true
  } catch {
    return false
  }
}

function isRemoved(folder: string): boolean {
  try {
    rmdirSync(folder)
    return true
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return true
    if (codeOf(error) === 'ENOTEMPTY') return false
    throw error
  }
}
