import {
  chmodSync,
  chownSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lchownSync,
  lstatSync,
  openSync,
  opendirSync,
  type Dir,
  type Stats,
} from 'node:fs'

/**
 * A folder that is open. Its entries are reached through its descriptor, so that its owner cannot
 * swap a component of their path for a link between two calls.
 */
export type OpenFolder = {
  readonly descriptor: number
  /** Its path, one character for each byte, as in the names of its entries. */
  readonly path: string
  readonly device: number
  readonly uid: number
  readonly mode: number
  readonly blocks: number
  readonly entries: Dir
}

/** Without `/proc` (macOS), there is no such path; there, the server's account owns the folders. */
export const hasDescriptorPaths = process.platform === 'linux' && existsSync('/proc/self/fd')

const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = constants
/** Opens a file without reading it: this never blocks and has no effect on devices. */
export const O_PATH = 0o10_000_000

/**
 * Opens a folder whose parent folder belongs to the server. A link there was made by an
 * administrator, such as to another disk, so it is followed.
 */
export function openTop(folder: string): OpenFolder {
  return openPath(folder, O_RDONLY | O_DIRECTORY)
}

/** Opens a folder by its path, whose last component is no link. */
export function openFolder(folder: string): OpenFolder {
  return openPath(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
}

function openPath(folder: string, flags: number): OpenFolder {
  const descriptor = openSync(folder, flags)
  return toFolder(descriptor, Buffer.from(folder).toString('latin1'))
}

/** Opens a folder in an open one. Throws for a link, as for everything else that is no folder. */
export function openIn(parent: OpenFolder, name: string): OpenFolder {
  const descriptor = openSync(placeOf(parent, name), O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
  return toFolder(descriptor, `${parent.path}/${name}`)
}

export function closeFolder({ entries, descriptor }: OpenFolder): void {
  entries.closeSync()
  closeSync(descriptor)
}

function toFolder(descriptor: number, path: string): OpenFolder {
  try {
    const { dev: device, uid, mode, blocks } = fstatSync(descriptor)
    const own = hasDescriptorPaths ? pathOf(descriptor) : path
    // Names are arbitrary bytes. Decoded as UTF-8, some would not lead back to their files.
    const entries = opendirSync(toBytes(own), { encoding: 'latin1', bufferSize: 256 })
    return { descriptor, path, device, uid, mode, blocks, entries }
  } catch (error) {
    closeSync(descriptor)
    throw error
  }
}

/** The path of an entry of an open folder. */
export function placeOf(folder: OpenFolder, name: string): Buffer {
  const base = hasDescriptorPaths ? pathOf(folder.descriptor) : folder.path
  return toBytes(`${base}/${name}`)
}

/** One entry of an open folder, whatever its name refers to by now. */
export type Entry = {
  readonly stats: Stats
  chown(uid: number, gid: number): void
  chmod(mode: number): void
}

/** Runs work on one entry, which may be a link. */
export function withEntry(parent: OpenFolder, name: string, work: (entry: Entry) => void): void {
  const place = placeOf(parent, name)
  if (!hasDescriptorPaths)
    return work({
      stats: lstatSync(place),
      chown: (uid, gid) => lchownSync(place, uid, gid),
      chmod: (mode) => chmodSync(place, mode),
    })
  const descriptor = openSync(place, O_PATH | O_NOFOLLOW)
  try {
    const path = pathOf(descriptor)
    return work({
      stats: fstatSync(descriptor),
      // The path leads to the open entry itself, even if that is a link.
      chown: (uid, gid) => chownSync(path, uid, gid),
      chmod: (mode) => chmodSync(path, mode),
    })
  } finally {
    closeSync(descriptor)
  }
}

export const pathOf = (descriptor: number) => `/proc/self/fd/${descriptor}`
const toBytes = (text: string) => Buffer.from(text, 'latin1')
