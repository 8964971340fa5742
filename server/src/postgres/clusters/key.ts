import { createHash, randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { lstat, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Account } from '../engines/account.ts'

/**
 * The name of a data directory's file with the key that the database encrypts secrets with, and
 * during a rotation with the next key on a second line. Only functions of the superuser read it. It
 * is in no dump, but in every copy of the directory.
 */
export const CLUSTER_KEY_FILE = 'stoa.key'

/** The name of the program in a data directory that prints the key, for libraries that ask for one. */
export const CLUSTER_KEY_SCRIPT = 'stoa-vault-key.sh'
const SCRIPT = `#!/bin/sh\nexec head -n 1 ${CLUSTER_KEY_FILE}\n`

/** The keys in the file of one data directory, known by ids from which no key can be derived. */
export type ClusterKeys = {
  /** One id, or two while a rotation is unfinished. */
  ids(): Promise<readonly string[]>
  /** Adds a new key behind the existing one. It is on disk when this resolves to its id. */
  add(): Promise<string>
  /** Removes all keys but one. Throws if the file does not contain that key. */
  keepOnly(id: string): Promise<void>
}

export function createClusterKeys(dataDir: string, account: Account | undefined): ClusterKeys {
  const read = () => readKeys(dataDir)
  return {
    ids: async () => (await read()).map(idOf),
    async add() {
      const key = generateKey()
      await writeKeys(dataDir, account, [...(await read()), key])
      return idOf(key)
    },
    async keepOnly(id) {
      const kept = (await read()).find((key) => idOf(key) === id)
      if (kept === undefined) throw new Error('The key is not in the file')
      await writeKeys(dataDir, account, [kept])
    },
  }
}

/** Writes a new key of 32 random bytes, in hex, and its program, unless the data directory has them. */
export async function ensureClusterKey(
  dataDir: string,
  account: Account | undefined,
): Promise<void> {
  const has = (name: string) =>
    lstat(path.join(dataDir, name)).then(
      () => true,
      () => false,
    )
  if (!(await has(CLUSTER_KEY_FILE))) await writeKeys(dataDir, account, [generateKey()])
  if (!(await has(CLUSTER_KEY_SCRIPT)))
    await write(path.join(dataDir, CLUSTER_KEY_SCRIPT), SCRIPT, { account, mode: 0o700 })
}

const generateKey = () => randomBytes(32).toString('hex')

/** Half of the key's digest, as the database computes it. */
const idOf = (key: string): string =>
  createHash('sha256')
    .update(key)
    .digest('hex')
    .slice(0, 32)
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** Two keys of 64 characters, each with the end of its line. */
const MAX_FILE_BYTES = 130

async function readKeys(dataDir: string): Promise<readonly string[]> {
  // The directory is the account's, so a link of this name could lead anywhere.
  const file = await open(
    path.join(dataDir, CLUSTER_KEY_FILE),
    constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
  )
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_FILE_BYTES), 0)
    return buffer.toString('latin1', 0, bytesRead).match(/^[0-9a-f]{64}$/gm) ?? []
  } finally {
    await file.close()
  }
}

async function writeKeys(
  dataDir: string,
  account: Account | undefined,
  keys: readonly string[],
): Promise<void> {
  await write(path.join(dataDir, CLUSTER_KEY_FILE), keys.join('\n'), { account, mode: 0o600 })
}

async function write(
  target: string,
  text: string,
  { account, mode }: { readonly account: Account | undefined; readonly mode: number },
): Promise<void> {
  const partial = `${target}.partial`
  await rm(partial, { force: true })
  const file = await open(partial, 'wx', mode)
  try {
    await file.writeFile(text)
    if (account) await file.chown(account.uid, account.gid)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(partial, target)
  // What is encrypted with the key may be on disk before the directory's entry is.
  const folder = await open(path.dirname(target), 'r')
  await folder.sync().finally(() => folder.close())
}
