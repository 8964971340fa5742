import { randomBytes } from 'node:crypto'
import { lstat, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Account } from './engines/account.ts'

/**
 * The name of a data directory's file with the key that the database encrypts secrets with. Only
 * functions of the superuser read it. It is in no dump, but in every copy of the directory.
 */
export const CLUSTER_KEY_FILE = 'stoa.key'

/** Writes a new key of 32 random bytes, in hex, unless the data directory has one. */
export async function ensureClusterKey(
  dataDir: string,
  account: Account | undefined,
): Promise<void> {
  const target = path.join(dataDir, CLUSTER_KEY_FILE)
  if (await lstat(target).catch(() => undefined)) return
  const partial = `${target}.partial`
  await rm(partial, { force: true })
  // The directory is the account's, so a link of this name could lead anywhere.
  const file = await open(partial, 'wx', 0o600)
  try {
    await file.writeFile(randomBytes(32).toString('hex'))
    if (account) await file.chown(account.uid, account.gid)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(partial, target)
  // What is encrypted with the key may be on disk before the directory's entry is.
  const folder = await open(dataDir, 'r')
  await folder.sync().finally(() => folder.close())
}
