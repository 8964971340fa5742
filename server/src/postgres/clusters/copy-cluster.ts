import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, lstat, rename } from 'node:fs/promises'
import path from 'node:path'
import { remove } from '../../lib/untrusted-folder/folders.ts'
import type { Account } from '../engines/account.ts'
import type { Engine } from '../engines/engine.ts'
import { runAs } from '../engines/run.ts'

/**
 * Part of the name of an incomplete copy. A copy that a killed server left unfinished may be
 * deleted.
 */
export const PARTIAL_COPY = '.partial-'

/**
 * Copies a stopped cluster's data directory for an account, sharing blocks where the file system can.
 * The source has to be a folder that only the server can enter. The target appears only when it is
 * complete. Does nothing if the target exists already.
 */
export async function copyCluster(
  source: string,
  target: string,
  account: Account | undefined,
): Promise<void> {
  if (existsSync(target)) return
  // Every copy has its own temporary name: after `kill -9` of the server its `cp` keeps running for
  // a while, and must not write into the next copy.
  const partial = `${target}${PARTIAL_COPY}${randomBytes(4).toString('hex')}`
  try {
    const share = process.platform === 'darwin' ? ['-c', '-R', '-p'] : ['-a', '--reflink=auto']
    await runAs(undefined, 'cp', [...share, source, partial])
    if (account) await giveCopyTo(partial, account)
    await rename(partial, target)
  } catch (error) {
    await remove(partial)
    // Another process finished the same copy first.
    if (!existsSync(target)) throw error
  }
}

/**
 * Makes an account the owner of a copy. The folder comes last: until then, only the server can
 * enter it, so its names lead where the server put them.
 */
export async function giveCopyTo(copy: string, { uid, gid }: Account): Promise<void> {
  const change = ['-exec', 'chown', '-h', `${uid}:${gid}`, '{}', '+']
  await chown(copy, 0, 0)
  if ((await lstat(path.join(copy, 'PG_VERSION'))).uid !== uid)
    await runAs(undefined, 'find', [copy, '-mindepth', '1', ...change])
  await chown(copy, uid, gid)
}

/**
 * Resolves when every block of a data directory is on disk. Right after a copy, a power cut could
 * still lose blocks.
 */
export async function syncCluster(
  dataDir: string,
  { engine, account }: { engine: Engine; account: Account | undefined },
): Promise<void> {
  await runAs(account, path.join(engine.binDir, 'initdb'), ['--sync-only', '-D', dataDir])
}
