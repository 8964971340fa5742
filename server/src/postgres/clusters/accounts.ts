import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { drawId, isInRange } from '../../lib/id-range.ts'
import type { Log } from '../../lib/log.ts'
import { giveTo } from '../../lib/untrusted-folder/folders.ts'
import type { Account } from '../engines/account.ts'
import type { Engine } from '../engines/engine.ts'
import { runAs } from '../engines/run.ts'
import { CLUSTER_IDS } from '../processes/account-ids.ts'
import { endLeftProcessesOf } from '../processes/account-processes.ts'
import { isCopied, rememberFolder } from './copied-folder.ts'

/**
 * The operating system accounts of the clusters in one folder. Where the server runs as root, every
 * cluster has a user id of its own, so that a cluster that was taken over cannot read, signal or
 * connect as another. The id is the owner of the data directory and recorded nowhere else. See
 * `docs/decisions/0011-accounts-of-clusters.md`.
 */
export type ClusterAccounts = {
  /**
   * Finds out whether clusters can have accounts of their own, and gives new accounts to the clusters
   * of a folder that is a copy. Without this call, the first use does both.
   */
  prepare(): Promise<void>
  /** An account for a new data directory: one that owns none yet. */
  next(): Promise<Account | undefined>
  /**
   * The account of a data directory. A directory that belongs to the shared account or to another
   * directory's account, or that came from another machine, first gets its own.
   */
  of(dataDir: string): Promise<Account | undefined>
  /** Ends processes that a cluster's own account left running after the cluster ended. */
  endProcesses(dataDir: string): Promise<void>
}

export function createClusterAccounts(options: {
  readonly engine: Engine
  /** The account of all clusters if they cannot have their own; undefined means the server's. */
  readonly shared: Account | undefined
  /** Whether clusters with an account of their own run without a network. */
  readonly withoutNetwork?: boolean
  /** The folder of the data directories. */
  readonly folder: string
  readonly log: Log
}): ClusterAccounts {
  const { engine, shared, folder, log } = options
  /** The data directory of each id that is or was in use, as far as known. */
  const users = new Map<number, string>()
  let possible: Promise<boolean> | undefined
  let known: Promise<void> | undefined

  /** Postgres itself needs no entry in the system's list of accounts, only `initdb` does. */
  const ownAccount = (uid: number): Account => ({
    name: `${uid}`,
    uid,
    gid: uid,
    isOwn: true,
    ...(options.withoutNetwork === true && { hasNetwork: false }),
  })

  // A container may not have these user ids, or they may not be able to enter the folder or run the
  // programs.
  const arePossible = () =>
    (possible ??= Promise.all([
      runAs(ownAccount(CLUSTER_IDS.first), path.join(engine.binDir, 'postgres'), ['--version']),
      runAs(ownAccount(CLUSTER_IDS.first), 'test', ['-x', path.join(folder, '.')]),
    ]).then(
      () => true,
      (error: unknown) => {
        log.warn(
          { error },
          'All clusters run as one account, because separate accounts are not possible here.',
        )
        return false
      },
    ))

  async function readOwners(): Promise<void> {
    const found = (await readdir(folder)).map((name) => path.join(folder, name))
    const owners = await Promise.all(found.map(ownerOf))
    for (const [index, dataDir] of found.entries()) {
      const owner = owners[index]
      if (owner !== undefined && !users.has(owner)) users.set(owner, dataDir)
    }
  }

  /**
   * The clusters of the original can run on this machine, and their processes would be ended with
   * those of the copy.
   */
  async function separateCopy(): Promise<void> {
    if (await isCopied(folder)) {
      for (const name of await readdir(folder)) {
        const dataDir = path.join(folder, name)
        const owner = await ownerOf(dataDir)
        if (owner === undefined || !isInRange(CLUSTER_IDS, owner)) continue
        await giveTo(dataDir, await draw(dataDir)).catch(async (error: unknown) => {
          // A start removes unfinished copies at the same time.
          if ((await ownerOf(dataDir)) !== undefined) throw error
        })
      }
      log.info({}, 'The data folder is a copy, so its clusters have been given new accounts.')
    }
    await rememberFolder(folder)
  }
  const begin = () => (known ??= separateCopy().then(readOwners))

  async function draw(dataDir: string): Promise<Account> {
    // A directory may have come from another machine since the last check.
    await readOwners()
    const uid = drawId(CLUSTER_IDS, (id) => users.has(id))
    users.set(uid, dataDir)
    return ownAccount(uid)
  }

  /** A restored copy can have an id that another directory has taken since. */
  async function isShared(uid: number, dataDir: string): Promise<boolean> {
    await begin()
    const user = users.get(uid)
    if (user !== undefined && user !== dataDir && (await ownerOf(user)) === uid) return true
    users.set(uid, dataDir)
    return false
  }

  return {
    async prepare() {
      if (shared && (await arePossible())) await begin()
    },
    async next() {
      if (!shared || !(await arePossible())) return shared
      await begin()
      return draw('')
    },
    async of(dataDir) {
      if (!shared) return undefined
      const owner = await ownerOf(dataDir)
      const areOwn = await arePossible()
      const isOwn = areOwn && owner !== undefined && isInRange(CLUSTER_IDS, owner)
      if (isOwn && !(await isShared(owner, dataDir))) return ownAccount(owner)
      const account = areOwn ? await draw(dataDir) : shared
      if (account.uid !== owner) await giveTo(dataDir, account)
      return account
    },
    async endProcesses(dataDir) {
      if (shared && (await arePossible())) await begin()
      const owner = await ownerOf(dataDir)
      if (shared && owner !== undefined && isInRange(CLUSTER_IDS, owner))
        await endLeftProcessesOf(owner)
    },
  }
}

const ownerOf = (place: string): Promise<number | undefined> =>
  stat(place).then(
    ({ uid }) => uid,
    () => undefined,
  )
