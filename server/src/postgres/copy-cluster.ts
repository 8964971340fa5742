import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Account } from './engines/account.ts'
import type { Engine } from './engines/engine.ts'
import { runAs } from './engines/run.ts'

/**
 * Copies a stopped cluster's data directory, sharing blocks where the file system can. The target
 * appears whole or not at all: a copy cut short leaves only a `.partial` that the next one replaces.
 * One copy to a target at a time is the caller's to see to.
 */
export async function copyCluster(
  source: string,
  target: string,
  account: Account | undefined,
): Promise<void> {
  if (existsSync(target)) return
  const partial = `${target}.partial`
  await rm(partial, { recursive: true, force: true })
  const share = process.platform === 'darwin' ? ['-c', '-R', '-p'] : ['-a', '--reflink=auto']
  await runAs(account, 'cp', [...share, source, partial])
  await rename(partial, target)
}

/** Resolves when every block of a data directory is on the disk: after a copy, what a power cut could take. */
export async function syncCluster(
  dataDir: string,
  { engine, account }: { engine: Engine; account: Account | undefined },
): Promise<void> {
  await runAs(account, path.join(engine.binDir, 'initdb'), ['--sync-only', '-D', dataDir])
}
