import { createHash, randomBytes } from 'node:crypto'
import { kindIn, readFileIn, writeFileIn } from '../../lib/untrusted-folder/files.ts'
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
  /** Appends a new key to the existing one. Resolves to its id once it is on disk. */
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
  if ((await kindIn(dataDir, CLUSTER_KEY_FILE)) !== 'file')
    await writeKeys(dataDir, account, [generateKey()])
  if ((await kindIn(dataDir, CLUSTER_KEY_SCRIPT)) !== 'file')
    await writeFileIn(dataDir, CLUSTER_KEY_SCRIPT, {
      ...common(account),
      content: SCRIPT,
      mode: 0o700,
    })
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
  const file = await readFileIn(dataDir, CLUSTER_KEY_FILE, { maxBytes: MAX_FILE_BYTES })
  return file?.content.toString('latin1').match(/^[0-9a-f]{64}$/gm) ?? []
}

async function writeKeys(
  dataDir: string,
  account: Account | undefined,
  keys: readonly string[],
): Promise<void> {
  const content = keys.join('\n')
  await writeFileIn(dataDir, CLUSTER_KEY_FILE, { ...common(account), content, mode: 0o600 })
}

/** Data encrypted with the key could otherwise reach the disk before the file does. */
const common = (owner: Account | undefined) => ({ owner, sync: true })
