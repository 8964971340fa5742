import { randomBytes } from 'node:crypto'
import { rename } from 'node:fs/promises'
import path from 'node:path'
import type { FreeBytes } from '../../lib/free-bytes.ts'
import { readFileIn, removeIn, writeFileIn } from '../../lib/untrusted-folder/files.ts'
import { measure, remove } from '../../lib/untrusted-folder/folders.ts'
import type { ClusterAccounts } from '../../postgres/clusters/accounts.ts'
import { giveCopyTo, PARTIAL_COPY } from '../../postgres/clusters/copy-cluster.ts'
import { CLUSTER_KEY_FILE } from '../../postgres/clusters/key.ts'
import { PROJECT_SETTINGS_FILE } from '../../postgres/clusters/settings.ts'
import { writeClusterSettings } from '../../postgres/clusters/template.ts'
import type { Account } from '../../postgres/engines/account.ts'
import type { Engine } from '../../postgres/engines/engine.ts'
import { copyRunning } from '../copies/running-copy.ts'
import type { FleetFolders } from '../copies/template.ts'
import { requireFreeSpace, RESERVED_BYTES } from '../disk/free-space.ts'
import type { Passwords } from '../machine/passwords.ts'

/** Postgres follows a primary as long as its data directory has this file. */
const STANDBY_FILE = 'standby.signal'

export type CopyPrimaryDeps = {
  readonly engine: Engine
  readonly accounts: Pick<ClusterAccounts, 'next' | 'of'>
  readonly folders: FleetFolders
  readonly freeBytes: FreeBytes
  readonly passwords: Passwords
}

/** A running primary. */
export type PrimaryPlace = {
  readonly ref: string
  readonly dataDir: string
  readonly socketDir: string
}

/**
 * Replaces the data directory of a replica with a copy of the running primary's. The directory appears
 * when the copy is complete, so an interrupted copy begins again. The slot has to exist already.
 */
export async function copyPrimary(
  deps: CopyPrimaryDeps,
  primary: PrimaryPlace,
  { dataDir, signal }: { readonly dataDir: string; readonly signal: AbortSignal },
): Promise<void> {
  const { folders, freeBytes } = deps
  const { bytes } = await measure(primary.dataDir)
  await requireFreeSpace(freeBytes, folders.projects, bytes + RESERVED_BYTES)
  const account = await deps.accounts.next()
  const target = `${dataDir}${PARTIAL_COPY}${randomBytes(4).toString('hex')}`
  try {
    await copyRunning(deps, { ...primary, target, account, signal, copyFiles: async () => {} })
    if (account) await giveCopyTo(target, account)
    await writeFileIn(target, STANDBY_FILE, { content: '', mode: 0o600, owner: account })
    signal.throwIfAborted()
    await rename(target, dataDir)
  } finally {
    await remove(target)
  }
}

/**
 * Gives a stopped replica the settings that its primary runs with: Postgres refuses to follow a primary
 * with fewer connections, among others. The key can have been rotated since the copy.
 */
export async function adoptSettings(
  { engine }: Pick<CopyPrimaryDeps, 'engine'>,
  primary: Pick<PrimaryPlace, 'dataDir'>,
  { dataDir, account }: { readonly dataDir: string; readonly account: Account | undefined },
): Promise<void> {
  await writeClusterSettings(dataDir, { engine, account })
  for (const name of [PROJECT_SETTINGS_FILE, CLUSTER_KEY_FILE]) {
    const file = await readFileIn(primary.dataDir, name, { maxBytes: MAX_FILE_BYTES })
    if (!file) await removeIn(dataDir, name)
    else
      await writeFileIn(dataDir, name, {
        content: file.content.toString(),
        mode: 0o600,
        owner: account,
      })
  }
}

const MAX_FILE_BYTES = 64 * 1024

/** The file with the password of the replication role, because other accounts see command lines. */
export async function writePasswordFile(
  { dataDir, account }: { readonly dataDir: string; readonly account: Account | undefined },
  login: { readonly user: string; readonly password: string },
): Promise<string> {
  const content = `*:*:*:${login.user}:${login.password}\n`
  await writeFileIn(dataDir, PASSWORD_FILE, { content, mode: 0o600, owner: account })
  return path.join(dataDir, PASSWORD_FILE)
}

const PASSWORD_FILE = 'stoa.replica.pass'
