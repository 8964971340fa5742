import { closeFolder, openIn, type OpenFolder } from './open-folder.ts'

/** Where a folder is, and how many folders it is below the first one. */
export type Place = { readonly parent: OpenFolder; readonly name: string; readonly depth: number }

export type Visitor = {
  /** Visits an entry that is not a folder. */
  file(folder: OpenFolder, name: string): void
  /** Decides whether the walk goes into a folder. */
  folder(found: OpenFolder, place: Place): boolean
  /** Called after everything in a folder was visited. */
  left?(place: Place): void
  /** Called for a folder that cannot be entered, with the system's code for the reason. */
  closed(place: Place, code: string): void
  /** Ends the walk early by returning false. */
  goesOn?(): boolean
}

type Level = { readonly folder: OpenFolder; readonly place: Place | undefined }

/** The code of a folder in which another file system is mounted. */
export const OTHER_DEVICE = 'EXDEV'

/** The entry was removed or replaced after it was listed. */
const GONE = new Set(['ENOENT', 'ENOTDIR', 'ELOOP'])

/**
 * Visits everything in an open folder and yields before each entry, so that walks of many folders
 * can take turns. It follows no links, enters no other file system, and reaches each entry through
 * its open parent, so nobody can lead it out of the folder.
 */
export function* walk(top: OpenFolder, visitor: Visitor): Generator<void, void> {
  const levels: Level[] = [{ folder: top, place: undefined }]
  try {
    for (let level = levels.at(-1); level; level = levels.at(-1)) {
      yield
      if (visitor.goesOn?.() === false) return
      const entry = level.folder.entries.readSync()
      if (entry === null) {
        levels.pop()
        if (!level.place) return
        closeFolder(level.folder)
        visitor.left?.(level.place)
      } else if (entry.isDirectory()) {
        const place = { parent: level.folder, name: entry.name, depth: levels.length }
        const found = enter(top, place, visitor)
        if (found) levels.push({ folder: found, place })
      } else visitor.file(level.folder, entry.name)
    }
  } finally {
    for (const { folder, place } of levels) if (place) closeFolder(folder)
  }
}

function enter(top: OpenFolder, place: Place, visitor: Visitor): OpenFolder | undefined {
  let found: OpenFolder
  try {
    found = openIn(place.parent, place.name)
  } catch (error) {
    const code = codeOf(error)
    if (!GONE.has(code)) visitor.closed(place, code)
    return undefined
  }
  let isEntered = false
  try {
    if (found.device !== top.device) visitor.closed(place, OTHER_DEVICE)
    else isEntered = visitor.folder(found, place)
  } finally {
    if (!isEntered) closeFolder(found)
  }
  return isEntered ? found : undefined
}

/** The system's code for a failed call, such as `ENOENT`. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
