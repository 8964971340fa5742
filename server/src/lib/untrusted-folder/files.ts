import fs, { constants, type Stats } from 'node:fs'
import { chmod, lstat, open, rename, unlink } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { withDeadline } from '../deadline.ts'
import { createFairQueue } from '../fair-queue.ts'
import type { Owner } from './change-owner.ts'
import { remove } from './folders.ts'
import { hasDescriptorPaths, O_PATH, pathOf } from './open-folder.ts'
import { notResponding, unexpectedFile } from './refusals.ts'
import { codeOf } from './walk.ts'

/*
 * Operations on single files directly in a folder of another account. The parent of that folder
 * must belong to the server, so that nobody can replace the folder by a link.
 */

const DEADLINE_MS = 30_000

/**
 * If file systems hang, each folder can block one of Node's four threads for files, and all of them
 * together two.
 */
const turns = createFairQueue({ places: 2, maxWaiting: 256, refuse: notResponding })

/** Runs work on a folder's files, of which each folder has one at a time. */
export const inTurn = async <T>(folder: string, work: () => Promise<T>): Promise<T> => {
  let isLate = true
  const whole = () =>
    turns.run(folder, work).finally(() => {
      isLate = false
    })
  return withDeadline(DEADLINE_MS, whole).catch((error: unknown) => {
    throw isLate ? notResponding(error) : error
  })
}

const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_NOCTTY } = constants

// A start reads a small file many times, and synchronous calls cost half of what file handles do.
const openDescriptor = promisify<string, number, number>(fs.open)
const fstat = promisify<number, Stats>(fs.fstat)
const read = promisify(fs.read)
export const close = promisify(fs.close)

export type FileInside = { readonly content: Buffer; readonly modifiedAt: Date }

/**
 * Reads a whole file; undefined if there is none. Rejects with 503 `unexpected_file`, which quotes
 * nothing of it, unless it is a regular file of at most `maxBytes` that is in this folder alone.
 */
export function readFileIn(
  folder: string,
  name: string,
  { maxBytes }: { readonly maxBytes: number },
): Promise<FileInside | undefined> {
  return inTurn(folder, () => readWhole(folder, name, maxBytes))
}

/** The part of `readFileIn` that has its turn; the folder may be the path of an open one. */
export async function readWhole(
  folder: string,
  name: string,
  maxBytes: number,
): Promise<FileInside | undefined> {
  const descriptor = await openUnlessMissing(entryOf(folder, name), name)
  if (descriptor === undefined) return undefined
  try {
    const stats = await fstat(descriptor)
    requireRegular(stats, name)
    const buffer = Buffer.allocUnsafe(Math.min(maxBytes, stats.size) + 1)
    const { bytesRead } = await read(descriptor, buffer, 0, buffer.length, 0)
    if (bytesRead > maxBytes) throw unexpectedFile(name, `has more than ${maxBytes} bytes`)
    return { content: buffer.subarray(0, bytesRead), modifiedAt: stats.mtime }
  } finally {
    await close(descriptor)
  }
}

/** Opens an entry that is no link; undefined if there is none. */
export async function openUnlessMissing(
  place: string,
  name: string,
  further = 0,
): Promise<number | undefined> {
  try {
    return await openDescriptor(place, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | further)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    // A link or a socket cannot be opened with these flags.
    if (['ELOOP', 'ENXIO', 'EMLINK', 'ENOTDIR'].includes(codeOf(error)))
      throw unexpectedFile(name, further === 0 ? 'is not a file' : 'is not a folder')
    throw error
  }
}

function requireRegular(stats: Stats, name: string): void {
  if (!stats.isFile()) throw unexpectedFile(name, 'is not a file')
  // Where the system allows it, any account can create a hard link to somebody else's file.
  if (stats.nlink !== 1) throw unexpectedFile(name, 'is linked from another folder')
}

/** A part of a file, and what the file is like now. */
export type FileSlice = {
  readonly content: Buffer
  readonly size: number
  readonly modifiedMs: number
}

/**
 * Reads a part of a file in a folder that is directly in this one; undefined if there is no such
 * file. The folder inside belongs to the other account too, so it is entered only if it is no link.
 */
export function readSliceIn(
  folder: string,
  { inside, name }: { readonly inside: string; readonly name: string },
  { from, maxBytes }: { readonly from: number; readonly maxBytes: number },
): Promise<FileSlice | undefined> {
  return inTurn(folder, async () => {
    const parent = await openUnlessMissing(entryOf(folder, inside), inside, O_DIRECTORY)
    if (parent === undefined) return undefined
    let descriptor: number | undefined
    try {
      const base = hasDescriptorPaths ? pathOf(parent) : entryOf(folder, inside)
      descriptor = await openUnlessMissing(entryOf(base, name), name)
      if (descriptor === undefined) return undefined
      const stats = await fstat(descriptor)
      requireRegular(stats, name)
      const { size, mtimeMs: modifiedMs } = stats
      const length = Math.max(0, Math.min(maxBytes, size - from))
      const buffer = Buffer.allocUnsafe(length)
      const { bytesRead } =
        length === 0 ? { bytesRead: 0 } : await read(descriptor, buffer, 0, length, from)
      return { content: buffer.subarray(0, bytesRead), size, modifiedMs }
    } finally {
      if (descriptor !== undefined) await close(descriptor)
      await close(parent)
    }
  })
}

/** The kind of an entry, without opening it; undefined if there is none. */
export function kindIn(folder: string, name: string): Promise<'file' | 'other' | undefined> {
  return inTurn(folder, async () => {
    try {
      return (await lstat(entryOf(folder, name))).isFile() ? 'file' : 'other'
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined
      throw error
    }
  })
}

/** Rejects with 503 `unexpected_file` if there is an entry of this name that is not a regular file. */
export async function requireFileIn(folder: string, name: string): Promise<void> {
  if ((await kindIn(folder, name)) === 'other') throw unexpectedFile(name, 'is not a file')
}

/**
 * A socket that other programs reach by a path that stays bound to it, whatever has its name later.
 */
export type SocketInside = {
  readonly path: string
  chmod(mode: number): Promise<void>
  /** Releases the path, but not the socket. */
  close(): Promise<void>
}

/** Rejects with 503 `unexpected_file` if there is no socket of this name. */
export function openSocketIn(folder: string, name: string): Promise<SocketInside> {
  return inTurn(folder, async () => {
    const place = entryOf(folder, name)
    const file = hasDescriptorPaths ? await open(place, O_PATH | O_NOFOLLOW) : undefined
    const own = file ? pathOf(file.fd) : place
    const close = async () => file?.close()
    try {
      const stats = file ? await file.stat() : await lstat(place)
      if (!stats.isSocket()) throw unexpectedFile(name, 'is not a socket')
      return { path: own, chmod: (mode) => chmod(own, mode), close }
    } catch (error) {
      await close()
      throw error
    }
  })
}

/**
 * Writes a whole file, which gets its name only when it is complete. Replaces any entry of that
 * name. With `sync`, the file is on disk when this resolves.
 */
export async function writeFileIn(
  folder: string,
  name: string,
  {
    content,
    mode,
    owner,
    sync = false,
  }: {
    readonly content: string
    readonly mode: number
    /** The server's account by default. */
    readonly owner: Owner | undefined
    readonly sync?: boolean
  },
): Promise<void> {
  const partial = `${name}.partial`
  await removeIn(folder, partial)
  await inTurn(folder, async () => {
    // Fails if an entry of this name has appeared again.
    const file = await open(entryOf(folder, partial), 'wx', mode)
    try {
      await file.writeFile(content)
      if (owner) await file.chown(owner.uid, owner.gid)
      if (sync) await file.sync()
    } finally {
      await file.close()
    }
  })
  const put = () => inTurn(folder, () => rename(entryOf(folder, partial), entryOf(folder, name)))
  await put().catch(async (error: unknown) => {
    if (codeOf(error) !== 'EISDIR' && codeOf(error) !== 'ENOTEMPTY') throw error
    await removeIn(folder, name)
    await put()
  })
  if (sync) await inTurn(folder, () => syncFolder(folder))
}

async function syncFolder(folder: string): Promise<void> {
  const opened = await open(folder, 'r')
  await opened.sync().finally(() => opened.close())
}

/** Removes an entry of any kind, a folder with everything in it. Does nothing if there is none. */
export async function removeIn(folder: string, name: string): Promise<void> {
  const place = entryOf(folder, name)
  const isFolder = await inTurn(folder, () => unlink(place)).then(
    () => false,
    (error: unknown) => {
      if (codeOf(error) === 'ENOENT') return false
      // The system's codes for a folder, the second one on macOS.
      if (['EISDIR', 'EPERM'].includes(codeOf(error))) return true
      throw error
    },
  )
  if (isFolder) await remove(place)
}

/** Only the last component of the path can belong to the other account. */
export function entryOf(folder: string, name: string): string {
  if (path.basename(name) !== name || ['', '.', '..'].includes(name))
    throw new Error(`${name} is not the name of an entry`)
  return path.join(folder, name)
}
