import { randomBytes } from 'node:crypto'
import path from 'node:path'
import type { Backups, RestoreTarget } from '../../backups/port.ts'
import { remove } from '../../lib/untrusted-folder/folders.ts'
import { createCluster } from '../../postgres/clusters/cluster.ts'
import { clusterSocketFolder } from '../../postgres/clusters/socket.ts'
import { ownEndpoint } from '../../postgres/clusters/socket-folder.ts'
import { SUPERUSER } from '../../postgres/clusters/template.ts'
import { endClient, type OwnEndpoint } from '../../postgres/connections/connect.ts'
import { createDatabase, type Database } from '../../postgres/database.ts'
import type { Service } from '../../project/service.ts'
import { checkData } from '../machine/check-data.ts'
import { connectSuperuser, setAllPasswords } from '../machine/credentials.ts'
import { recovery } from '../machine/open-cluster.ts'
import { serviceRoles, type Passwords } from '../machine/passwords.ts'
import {
  removeScratch,
  scratchSettings,
  type ScratchDeps,
} from '../verification/scratch-cluster.ts'
import { lookReadOnly } from './refusals.ts'

/** The names of looks' data directories begin with it; no project's does. */
export const LOOK_PREFIX = '.look-'

export const lookFolder = (projects: string, ref: string): string =>
  path.join(projects, `${LOOK_PREFIX}${ref}`)

export type LookClusterDeps = Omit<ScratchDeps, 'backups' | 'freeBytes'> & {
  readonly services: readonly Service[]
  readonly passwords: Passwords
}

export type OpeningLook = {
  readonly ref: string
  readonly target: RestoreTarget
  readonly backups: Pick<Backups, 'place'>
  readonly signal: AbortSignal
  readonly onReplaying: () => void
  readonly onCrash: () => void
}

/** The database of a look while its cluster runs. */
export type LookCluster = {
  readonly database: Database
  /** Stops the cluster, and deletes its data. */
  close(): Promise<void>
}

/** Few people read at a time, and no query may fill the disk with temporary files. */
const LIMITS = {
  max_connections: '30',
  shared_buffers: '32MB',
  temp_file_limit: '1GB',
  default_transaction_read_only: 'on',
} as const
const MEMBER_CONNECTIONS = 8
const IDLE_MS = 20_000
const STOP_MS = 2000

/**
 * Restores a moment into a cluster with an account of its own, without a network, without services,
 * and without anything that runs by itself. Its roles get their present passwords, and the owner's
 * one that nobody knows. Nothing is left if this rejects.
 */
export async function openLookCluster(
  deps: LookClusterDeps,
  opening: OpeningLook,
): Promise<LookCluster> {
  const { folders, engine, accounts } = deps
  const { ref, target, backups, signal } = opening
  const dataDir = lookFolder(folders.projects, ref)
  const socketDir = path.join(folders.sockets, `look-${randomBytes(6).toString('hex')}`)
  await removeScratch(deps, dataDir)
  const next = await accounts.next()
  const account = next?.isOwn ? { ...next, hasNetwork: false as const } : next
  const cluster = createCluster({
    ...deps,
    account,
    dataDir,
    socketDir,
    group: deps.groups.of(path.basename(dataDir)),
    startDeadlineMs: recovery.startDeadlineMs,
    settings: { ...scratchSettings(engine), ...recovery.settings, ...LIMITS },
    onCrash: opening.onCrash,
  })
  const close = async () => {
    await cluster.stop(STOP_MS)
    for (const folder of [socketDir, clusterSocketFolder(socketDir)]) await remove(folder)
    await removeScratch(deps, dataDir)
  }
  signal.addEventListener('abort', cluster.abort, { once: true })
  try {
    signal.throwIfAborted()
    await backups.place(dataDir, { ref, target, account })
    signal.throwIfAborted()
    opening.onReplaying()
    await checkData(engine, dataDir)
    await cluster.start()
    const endpoint = ownEndpoint(socketDir)
    const ownerPassword = randomBytes(32).toString('base64url')
    await setPasswords(deps, { ref, endpoint, ownerPassword })
    signal.throwIfAborted()
    const database = createDatabase({
      endpoint,
      account,
      login: (role) => ({
        user: role,
        password: role === 'postgres' ? ownerPassword : deps.passwords.of(ref, role),
      }),
      readOnlyReason: lookReadOnly,
      maxCallerConnections: 1,
      maxServiceConnections: MEMBER_CONNECTIONS,
      idleMs: IDLE_MS,
    })
    return {
      database,
      async close() {
        await database.close(STOP_MS)
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  } finally {
    signal.removeEventListener('abort', cluster.abort)
  }
}

/** The passwords of that moment can be other ones than the present. Works in template1. */
async function setPasswords(
  { services, passwords }: LookClusterDeps,
  {
    ref,
    endpoint,
    ownerPassword,
  }: { readonly ref: string; readonly endpoint: OwnEndpoint; readonly ownerPassword: string },
): Promise<void> {
  const client = await connectSuperuser({ ...endpoint, database: 'template1' }, [
    passwords.of(ref, SUPERUSER),
    passwords.template,
  ])
  try {
    const roles = serviceRoles(services)
    await setAllPasswords(client, ref, { passwords, roles, ownerPassword })
  } finally {
    await endClient(client)
  }
}
