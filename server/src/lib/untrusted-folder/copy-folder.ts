import {
  chownSync,
  closeSync,
  constants,
  copyFileSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  writeSync,
} from 'node:fs'
import type { Owner } from './change-owner.ts'
import {
  closeFolder,
  hasDescriptorPaths,
  openTop,
  pathOf,
  placeOf,
  type OpenFolder,
} from './open-folder.ts'
import { codeOf, walk } from './walk.ts'

/** The content of a copy. Paths are relative to the folder, with `/` between names. */
export type CopyRules = {
  /** Neither these entries nor anything in them. */
  readonly leftOut?: readonly string[]
  /** Folders that are empty in the copy. */
  readonly emptied?: readonly string[]
  /** Entries anywhere in the folder whose name begins like this are left out. */
  readonly leftOutPrefixes?: readonly string[]
  /** If given, only these files are copied, and the folders they are in. */
  readonly only?: readonly string[]
}

export type CopyOptions = {
  /**
   * The copy. Its parent belongs to the server, and only the server can enter the copy; what is
   * there already is overwritten.
   */
  readonly target: string
  /** Owns everything in the copy, but not yet the folder itself; undefined means the server. */
  readonly owner: Owner | undefined
  readonly rules: CopyRules
}

export type CopiedFolder = {
  readonly bytes: number
  readonly files: number
  /** Links, devices and the like, and files with a second name, which are never copied. */
  readonly unusual: number
  readonly sharesBlocks: boolean
}

const MAX_DEPTH = 64
const CHUNK_BYTES = 1024 * 1024
const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK, O_WRONLY, O_CREAT, O_TRUNC } = constants

type OpenCopy = { readonly from: number; readonly to: number; at: number }

/**
 * Copies a folder that may change at the same time. It follows no links, and shares blocks where the
 * file system can. A file that disappears is left out, and one that changes is copied in part as it
 * was and in part as it is.
 */
export function* copyFolder(
  folder: string,
  { target, owner, rules }: CopyOptions,
): Generator<void, CopiedFolder> {
  const top = openTop(folder)
  const copied = { bytes: 0, files: 0, unusual: 0, sharesBlocks: true }
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES)
  const takes = ruleOf(rules)
  const relative = (path: string, name: string) => `${path}/${name}`.slice(top.path.length + 1)
  const targetOf = (name: string) =>
    Buffer.concat([Buffer.from(`${target}/`), Buffer.from(name, 'latin1')])
  /** At most one. */
  const open: OpenCopy[] = []
  try {
    makeFolder(Buffer.from(target))
    const steps = walk(top, {
      file(parent, name) {
        const path = relative(parent.path, name)
        if (!takes.file(path, name)) return
        const from = openRegular(parent, name)
        if (from === 'unusual') copied.unusual += 1
        if (typeof from !== 'number') return
        copied.files += 1
        open.push(...beginCopy(from, targetOf(path), { owner, copied }))
      },
      folder(_found, { parent, name, depth }) {
        if (depth > MAX_DEPTH) throw new Error('The folder has too many levels.')
        const path = relative(parent.path, name)
        if (!takes.folder(path, name)) return false
        makeFolder(targetOf(path))
        if (owner) chownSync(targetOf(path), owner.uid, owner.gid)
        return takes.content(path)
      },
      closed() {
        copied.unusual += 1
      },
    })
    while (!steps.next().done) {
      const [file] = open
      while (file && copyChunk(file, buffer)) yield
      if (open.shift() && file) copied.bytes += endCopy(file)
      yield
    }
    return copied
  } finally {
    open.forEach(endCopy)
    closeFolder(top)
  }
}

function ruleOf({ leftOut = [], emptied = [], leftOutPrefixes = [], only }: CopyRules) {
  const out = new Set(leftOut)
  const empty = new Set(emptied)
  const files = only && new Set(only)
  const folders = only && new Set(only.flatMap(foldersOf))
  const isOut = (path: string, name: string) =>
    out.has(path) || leftOutPrefixes.some((prefix) => name.startsWith(prefix))
  return {
    file: (path: string, name: string) => !isOut(path, name) && (!files || files.has(path)),
    folder: (path: string, name: string) => !isOut(path, name) && (!folders || folders.has(path)),
    content: (path: string) => !empty.has(path),
  }
}

/** `a` and `a/b` for `a/b/c`. */
const foldersOf = (path: string): readonly string[] => {
  const names = path.split('/').slice(0, -1)
  return names.map((_name, index) => names.slice(0, index + 1).join('/'))
}

function makeFolder(target: Buffer): void {
  try {
    mkdirSync(target, { mode: 0o700 })
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
}

const GONE = new Set(['ENOENT', 'ENOTDIR'])

/** Opens a file without following a link and without waiting for a pipe. */
function openRegular(parent: OpenFolder, name: string): number | 'gone' | 'unusual' {
  let descriptor: number
  try {
    descriptor = openSync(placeOf(parent, name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  } catch (error) {
    if (GONE.has(codeOf(error))) return 'gone'
    if (['ELOOP', 'ENXIO'].includes(codeOf(error))) return 'unusual'
    throw error
  }
  const stats = fstatSync(descriptor)
  if (stats.isFile() && stats.nlink <= 1) return descriptor
  closeSync(descriptor)
  return 'unusual'
}

/** Shares the blocks, or opens the target for `copyChunk`. Returns nothing if the copy is complete. */
function beginCopy(
  from: number,
  target: Buffer,
  {
    owner,
    copied,
  }: {
    readonly owner: Owner | undefined
    readonly copied: { sharesBlocks: boolean; bytes: number }
  },
): readonly OpenCopy[] {
  let to: number | undefined
  try {
    const { mode, size } = fstatSync(from)
    const isShared = copied.sharesBlocks && shareBlocks(from, target)
    copied.sharesBlocks = isShared
    to = openSync(target, O_WRONLY | O_CREAT | O_NOFOLLOW | (isShared ? 0 : O_TRUNC), 0o600)
    fchmodSync(to, mode & 0o777)
    if (owner) fchownSync(to, owner.uid, owner.gid)
    if (!isShared) return [{ from, to, at: 0 }]
    copied.bytes += size
    endCopy({ from, to, at: 0 })
    return []
  } catch (error) {
    endCopy({ from, to: to ?? -1, at: 0 })
    throw error
  }
}

/**
 * Node can also share blocks "if possible". If not, it would copy the file in one call, which never
 * ends when the file becomes shorter in between.
 */
function shareBlocks(from: number, target: Buffer): boolean {
  if (!hasDescriptorPaths) return false
  try {
    copyFileSync(pathOf(from), target, constants.COPYFILE_FICLONE_FORCE)
    return true
  } catch (error) {
    if (codeOf(error) === 'ENOSPC' || codeOf(error) === 'EDQUOT') throw error
    return false
  }
}

/** Copies the next part of a file. Returns false at its end. */
function copyChunk(file: OpenCopy, buffer: Buffer): boolean {
  const count = readSync(file.from, buffer, 0, buffer.length, file.at)
  for (let written = 0; written < count;)
    written += writeSync(file.to, buffer, written, count - written, file.at + written)
  file.at += count
  return count > 0
}

function endCopy({ from, to, at }: OpenCopy): number {
  closeSync(from)
  if (to >= 0) closeSync(to)
  return at
}
