import { randomInt } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Log } from '../../lib/log.ts'
import { giveTo } from '../../lib/untrusted-folder/folders.ts'
import type { Account } from '../engines/account.ts'
import type { Engine } from '../engines/engine.ts'
import { runAs } from '../engines/run.ts'
import { endLeftProcessesOf } from '../processes/account-processes.ts'

/**
 * The operating system accounts of the clusters in one folder. Where the server runs as root, every
 * cluster has a user id of its own, so that a cluster that was taken over cannot read, signal or
 * connect as another. The id is the owner of the data directory and recorded nowhere else. See
 * `docs/decisions/0011-accounts-of-clusters.md`.
 */
export type ClusterAccounts = {
  /** Finds out whether clusters can have accounts of their own; the first use waits for it otherwise. */
  prepare(): Promise<void>
  /** For a new data directory: an account that owns none yet. */
  next(): Promise<Account | undefined>
  /**
   * The account of a data directory. One that belongs to the shared account, or came from another
   * machine, is given its own first.
   */
  of(dataDir: string): Promise<Account | undefined>
  /** Ends what a cluster's own account has left running without the cluster. */
  endProcesses(dataDir: string): Promise<void>
}

/** Ids that no distribution, directory service or container range assigns. */
const FIRST_UID = 0x7000_0000
const LAST_UID = 0x7fff_fffe

/** Postgres itself needs no entry in the system's list of accounts, only `initdb` does. */
const ownAccount = (uid: number): Account => ({ name: `${uid}`, uid, gid: uid, isOwn: true })

const isOwn = (uid: number) => uid >= FIRST_UID && uid <= LAST_UID

export function createClusterAccounts(options: {
  readonly engine: Engine
  /** The account of all clusters where they cannot have their own; undefined is the server's. */
  readonly shared: Account | undefined
  /** The folder of the data directories. */
  readonly folder: string
  readonly log: Log
}): ClusterAccounts {
  const { engine, shared, folder, log } = options
  let possible: Promise<boolean> | undefined

  // A container may have no such user ids, and the folder or the programs may be closed to them.
  const arePossible = () =>
    (possible ??= Promise.all([
      runAs(ownAccount(FIRST_UID), path.join(engine.binDir, 'postgres'), ['--version']),
      runAs(ownAccount(FIRST_UID), 'test', ['-x', path.join(folder, '.')]),
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

  async function next(): Promise<Account | undefined> {
    if (!shared || !(await arePossible())) return shared
    const names = await readdir(folder)
    const owners = names.map((name) => ownerOf(path.join(folder, name)))
    const taken = new Set(await Promise.all(owners))
    let uid: number
    do uid = randomInt(FIRST_UID, LAST_UID + 1)
    while (taken.has(uid))
    return ownAccount(uid)
  }

  return {
    async prepare() {
      if (shared) await arePossible()
    },
    next,
    async of(dataDir) {
      if (!shared) return undefined
      const owner = await ownerOf(dataDir)
      if (owner !== undefined && isOwn(owner) && (await arePossible())) return ownAccount(owner)
      const account = await next()
      if (account && account.uid !== owner) await giveTo(dataDir, account)
      return account
    },
    async endProcesses(dataDir) {
      const owner = await ownerOf(dataDir)
      if (shared && owner !== undefined && isOwn(owner)) await endLeftProcessesOf(owner)
    },
  }
}

const ownerOf = (place: string): Promise<number | undefined> =>
  stat(place).then(
    ({ uid }) => uid,
    () => undefined,
  )
