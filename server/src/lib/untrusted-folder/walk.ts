import { closeFolder, openIn, type OpenFolder } from './open-folder.ts'

/** Where a folder is, and how many folders it is below the first one. */
export type WalkEntry = {
  readonly parent: OpenFolder
  readonly name: string
  readonly depth: number
}

export type Visitor = {
  /** Visits an entry that is not a folder. */
  file(folder: OpenFolder, name: string): void
  /** Decides whether the walk goes into a folder. */
  folder(found: OpenFolder, entry: WalkEntry): boolean
  /** Called after everything in a folder was visited. */
  left?(entry: WalkEntry): void
  /** Called for a folder that cannot be entered, with the system's code for the reason. */
  closed(entry: WalkEntry, code: string): void
  /** Ends the walk early by returning false. */
  goesOn?(): boolean
}

type Level = { readonly folder: OpenFolder; readonly entry: WalkEntry | undefined }

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
  const levels: Level[] = [{ folder: top, entry: undefined }]
  try {
    for (let level = levels.at(-1); level; level = levels.at(-1)) {
      yield
      if (visitor.goesOn?.() === false) return
      const next = level.folder.entries.readSync()
      if (next === null) {
        levels.pop()
        if (!level.entry) return
        closeFolder(level.folder)
        visitor.left?.(level.entry)
      } else if (next.isDirectory()) {
        const entry = { parent: level.folder, name: next.name, depth: levels.length }
        const found = enter(top, entry, visitor)
        if (found) levels.push({ folder: found, entry })
      } else visitor.file(level.folder, next.name)
    }
  } finally {
    for (const { folder, entry } of levels) if (entry) closeFolder(folder)
  }
}

function enter(top: OpenFolder, entry: WalkEntry, visitor: Visitor): OpenFolder | undefined {
  let found: OpenFolder
  try {
    found = openIn(entry.parent, entry.name)
  } catch (error) {
    const code = codeOf(error)
    if (!GONE.has(code)) visitor.closed(entry, code)
    return undefined
  }
  let isEntered = false
  try {
    if (found.device !== top.device) visitor.closed(entry, OTHER_DEVICE)
    else isEntered = visitor.folder(found, entry)
  } finally {
    if (!isEntered) closeFolder(found)
  }
  return isEntered ? found : undefined
}

/** The system's code for a failed call, such as `ENOENT`. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
