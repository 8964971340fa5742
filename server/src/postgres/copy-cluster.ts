import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Account } from './engines/account.ts'
import type { Engine } from './engines/engine.ts'
import { runAs } from './engines/run.ts'

/** Part of the name of a copy that is not whole yet; what a killed server leaves of it may be deleted. */
export const PARTIAL_COPY = '.partial-'

/**
 * Copies a stopped cluster's data directory, sharing blocks where the file system can. The target
 * appears whole or not at all. Does nothing where it exists already.
 */
export async function copyCluster(
  source: string,
  target: string,
  account: Account | undefined,
): Promise<void> {
  if (existsSync(target)) return
  // A name of its own: after `kill -9` of the server its `cp` goes on for a while, and must not write
  // into what the next one copies.
  const partial = `${target}${PARTIAL_COPY}${randomBytes(4).toString('hex')}`
  try {
    const share = process.platform === 'darwin' ? ['-c', '-R', '-p'] : ['-a', '--reflink=auto']
    await runAs(account, 'cp', [...share, source, partial])
    await rename(partial, target)
  } catch (error) {
    await rm(partial, { recursive: true, force: true, maxRetries: 3 })
    // Somebody else's copy was faster, and is as good.
    if (!existsSync(target)) throw error
  }
}

/** Resolves when every block of a data directory is on the disk: after a copy, what a power cut could take. */
export async function syncCluster(
  dataDir: string,
  { engine, account }: { engine: Engine; account: Account | undefined },
): Promise<void> {
  await runAs(account, path.join(engine.binDir, 'initdb'), ['--sync-only', '-D', dataDir])
}
