import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, rmdir, stat, unlink } from 'node:fs/promises'
import path from 'node:path'
import { codeOf } from '../../lib/untrusted-folder/walk.ts'
import { isStoreRefusal, storeDenied, storeFull, storeUnavailable } from '../errors.ts'
import {
  ObjectMissing,
  requireKey,
  type Content,
  type ObjectStore,
  type StoredObject,
} from './object-store.ts'

/** Where objects are written until they are whole. No key begins with a dot. */
const UNFINISHED = '.unfinished'
const READ_BYTES = 256 * 1024

/** Objects as files of a folder that only the server can enter. */
export function createDiskStore(folder: string): ObjectStore {
  const fileOf = (key: string) => path.join(folder, ...requireKey(key).split('/'))
  const unfinished = path.join(folder, UNFINISHED)
  // Only this process writes here, so what is there at the start was left by a killed one.
  let ready: Promise<void> | undefined
  const prepare = () =>
    (ready ??= (async () => {
      await rm(unfinished, { recursive: true, force: true })
      await mkdir(unfinished, { recursive: true, mode: 0o700 })
    })().catch((error: unknown) => {
      ready = undefined
      throw error
    }))

  async function write(key: string, content: Content): Promise<number> {
    await prepare()
    const target = fileOf(key)
    const partial = path.join(unfinished, randomBytes(8).toString('hex'))
    try {
      const bytes = await writeFile(partial, content)
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
      await rename(partial, target)
      await syncUpTo(folder, path.dirname(target))
      return bytes
    } finally {
      await rm(partial, { force: true })
    }
  }

  return {
    put: (key, content) => explained(() => write(key, content)),
    async get(key) {
      const file = await explained(async () => {
        try {
          return await open(fileOf(key), 'r')
        } catch (error) {
          if (codeOf(error) === 'ENOENT') throw new ObjectMissing(key)
          throw error
        }
      })
      return read(file)
    },
    has: (key) =>
      explained(() =>
        stat(fileOf(key)).then(
          () => true,
          (error: unknown) => {
            if (codeOf(error) === 'ENOENT') return false
            throw error
          },
        ),
      ),
    async *list(prefix) {
      yield* objectsBelow(folder, prefix)
    },
    remove: (key) =>
      explained(async () => {
        await unlink(fileOf(key)).catch((error: unknown) => {
          if (codeOf(error) !== 'ENOENT') throw error
        })
        await removeEmpty(folder, path.dirname(fileOf(key)))
      }),
  }
}

async function writeFile(name: string, content: Content): Promise<number> {
  const file = await open(name, 'wx', 0o600)
  try {
    let bytes = 0
    for await (const part of content) {
      await file.writeFile(part)
      bytes += part.length
    }
    await file.sync()
    return bytes
  } finally {
    await file.close()
  }
}

async function* read(file: Awaited<ReturnType<typeof open>>): Content {
  try {
    for (;;) {
      const buffer = Buffer.allocUnsafe(READ_BYTES)
      const { bytesRead } = await explained(() => file.read(buffer, 0, READ_BYTES))
      if (bytesRead === 0) return
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}

/** Writes the names in a folder, and in those above it, to the disk. */
async function syncUpTo(top: string, folder: string): Promise<void> {
  const file = await open(folder, 'r')
  await file.sync().finally(() => file.close())
  if (folder !== top) await syncUpTo(top, path.dirname(folder))
}

/** Reads only the folders that can have such keys. */
async function* objectsBelow(folder: string, prefix: string): AsyncGenerator<StoredObject> {
  const whole = prefix.split('/').slice(0, -1)
  yield* walk(folder, whole.join('/'), prefix)
}

async function* walk(top: string, below: string, prefix: string): AsyncGenerator<StoredObject> {
  const entries = await explained(() =>
    readdir(path.join(top, below), { withFileTypes: true }).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return []
      throw error
    }),
  )
  for (const entry of entries) {
    if (entry.name.startsWith('.')) continue
    const key = below === '' ? entry.name : `${below}/${entry.name}`
    if (entry.isDirectory()) {
      if (`${key}/`.startsWith(prefix) || prefix.startsWith(`${key}/`))
        yield* walk(top, key, prefix)
      continue
    }
    if (!key.startsWith(prefix)) continue
    const stats = await stat(path.join(top, key)).catch(() => undefined)
    if (stats) yield { key, bytes: stats.size }
  }
}

async function removeEmpty(top: string, folder: string): Promise<void> {
  if (folder === top) return
  const isRemoved = await rmdir(folder).then(
    () => true,
    () => false,
  )
  if (isRemoved) await removeEmpty(top, path.dirname(folder))
}

const DENIED = new Set(['EACCES', 'EPERM', 'EROFS'])
const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** Gives the system's errors of the folder a name. */
async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ObjectMissing || isStoreRefusal(error)) throw error
    const code = codeOf(error)
    if (FULL.has(code)) throw storeFull(error)
    if (DENIED.has(code)) throw storeDenied(error)
    // Errors of the content that is stored have no code of the system.
    throw code.startsWith('E') && code === code.toUpperCase() && !code.includes('_')
      ? storeUnavailable(error)
      : error
  }
}
