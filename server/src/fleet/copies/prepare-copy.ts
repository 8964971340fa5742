import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '../../lib/errors.ts'
import { remove } from '../../lib/untrusted-folder/folders.ts'
import { createCluster, type ClusterOptions } from '../../postgres/clusters/cluster.ts'
import { clusterSocketFolder } from '../../postgres/clusters/socket.ts'
import { ownEndpoint, SOCKET_PORT } from '../../postgres/clusters/socket-folder.ts'
import { SUPERUSER } from '../../postgres/clusters/template.ts'
import { endClient, type OwnEndpoint } from '../../postgres/connections/connect.ts'
import { signInAs } from '../../postgres/connections/role-passwords.ts'
import { createDatabase } from '../../postgres/database.ts'
import type { Engine } from '../../postgres/engines/engine.ts'
import type { ControlGroup } from '../../postgres/processes/control-groups.ts'
import type { Watchdog } from '../../postgres/processes/watchdog.ts'
import type { Service } from '../../project/service.ts'
import { connectSuperuser, setAllPasswords } from '../machine/credentials.ts'
import { recovery } from '../machine/open-cluster.ts'
import { serviceRoles, type Passwords } from '../machine/passwords.ts'
import { anonymize } from './anonymize.ts'
import { emptyDatabase, refuseOtherDatabases } from './empty-database.ts'
import { endSubscriptions } from './end-subscriptions.ts'
import type { CopyOrigin } from './origins.ts'
import { copyFailed } from './refusals.ts'

export type PrepareCopyDeps = {
  readonly engine: Engine
  readonly watchdog: Watchdog
  readonly services: readonly Service[]
  readonly passwords: Passwords
  readonly sockets: string
  readonly group: (ref: string) => ControlGroup
}

type PreparedCopy = Pick<ClusterOptions, 'dataDir' | 'account'> & {
  readonly ref: string
  readonly origin: CopyOrigin
  readonly signal: AbortSignal
}

/**
 * Recovers copied files, and makes the database one that does not continue the work of its origin:
 * it has no subscriptions, its own passwords for the roles of services, and whatever the services
 * change in a copy. Nobody else can connect to it, and its cluster has stopped when this resolves.
 * If this rejects or the server is killed, the files must not be used.
 */
export async function prepareCopy(deps: PrepareCopyDeps, copied: PreparedCopy): Promise<void> {
  const { dataDir, signal, ref } = copied
  const socketDir = path.join(deps.sockets, `copy-${randomBytes(6).toString('hex')}`)
  const isPast = copied.origin.at !== undefined
  const cluster = createCluster({
    ...deps,
    ...copied,
    socketDir,
    group: deps.group(ref),
    settings: settingsFor(deps.engine, copied.origin),
    ...(isPast && { startDeadlineMs: recovery.startDeadlineMs }),
  })
  const abort = () => cluster.abort()
  signal.addEventListener('abort', abort)
  try {
    signal.throwIfAborted()
    await cluster.start()
    await change(deps, copied, ownEndpoint(socketDir))
  } catch (error) {
    signal.throwIfAborted()
    throw error instanceof AppError ? error : copyFailed(error)
  } finally {
    signal.removeEventListener('abort', abort)
    await cluster.stop()
    for (const folder of [socketDir, clusterSocketFolder(socketDir)]) await remove(folder)
    await rm(`${dataDir}.startup.log`, { force: true })
  }
}

/** For the time before the copy has its name: if the machine fails, there is no copy. */
const settingsFor = (
  { major }: Engine,
  { content, at }: CopyOrigin,
): Readonly<Record<string, string>> => ({
  ...(at !== undefined && recovery.settings),
  fsync: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  archive_mode: 'off',
  // The source can be read-only for lack of disk space.
  default_transaction_read_only: 'off',
  // Subscriptions would receive what their publishers send to the origin.
  max_logical_replication_workers: '0',
  // The superuser must not run what an owner defined.
  ...(major >= 17 && { event_triggers: 'off' }),
  // Segments are deleted instead of used again, because they contain the rows that are removed. One
  // statement empties all tables.
  ...(content !== 'data' && { wal_recycle: 'off', max_locks_per_transaction: '1024' }),
})

async function change(
  deps: PrepareCopyDeps,
  copied: PreparedCopy,
  endpoint: OwnEndpoint,
): Promise<void> {
  const { services, passwords } = deps
  const { ref, origin } = copied
  // The superuser gets its password at the first start, which expects that of the origin.
  const roles = serviceRoles(services).filter((role) => role !== SUPERUSER)
  const known = [passwords.of(origin.ref, SUPERUSER)]
  const client = await connectSuperuser({ ...endpoint, database: 'template1' }, known)
  try {
    await endSubscriptions(client, (database) =>
      connectSuperuser(
        { host: endpoint.host, port: SOCKET_PORT, database, isUnproven: true },
        known,
      ),
    )
    await setAllPasswords(client, ref, { passwords, roles })
  } finally {
    await endClient(client)
  }
  if (origin.content !== 'data') await changeRows(deps, copied, { known, endpoint })
  await tellServices(deps, copied, endpoint)
}

/** Removes or replaces rows, and then removes the statistics and the WAL that contain them. */
async function changeRows(
  { services, passwords }: PrepareCopyDeps,
  { ref, origin }: PreparedCopy,
  { known, endpoint }: { readonly known: readonly string[]; readonly endpoint: OwnEndpoint },
): Promise<void> {
  const client = await connectSuperuser(endpoint, known)
  try {
    await refuseOtherDatabases(client)
    if (origin.content === 'anonymized')
      await anonymize(client, origin.rules, async (owner) => {
        const password = passwordOf(owner)
        return password === undefined
          ? undefined
          : signInAs(client, endpoint, { user: owner, password })
      })
    else
      await emptyDatabase(
        client,
        services.flatMap(({ database }) => database?.definitions ?? []),
      )
    for (const catalog of CATALOGS_WITH_ROWS) await client.query(`vacuum full ${catalog}`)
    await client.query('checkpoint')
    await client.query('select pg_catalog.pg_switch_wal()')
    await client.query('checkpoint')
  } finally {
    await endClient(client)
  }

  /** The project's owner gets the final password at the first start. */
  function passwordOf(owner: string): string | undefined {
    if (owner === 'postgres') return randomBytes(32).toString('base64url')
    const role = serviceRoles(services).find((name) => name === owner && name !== SUPERUSER)
    return role && passwords.of(ref, role)
  }
}

const CATALOGS_WITH_ROWS = [
  'pg_catalog.pg_statistic',
  'pg_catalog.pg_statistic_ext_data',
  'pg_catalog.pg_largeobject',
]

/** Lets the services change the copied database, each as its own roles. */
async function tellServices(
  { services, passwords }: PrepareCopyDeps,
  { ref, origin }: PreparedCopy,
  endpoint: OwnEndpoint,
): Promise<void> {
  const database = createDatabase({
    endpoint,
    login(role) {
      if (role === 'postgres') throw new Error('A copy is not changed as its owner')
      return { user: role, password: passwords.of(ref, role) }
    },
    maxCallerConnections: 1,
    maxServiceConnections: 2,
    idleMs: 1000,
  })
  try {
    for (const { copied } of services)
      await copied?.({ from: origin.ref, to: ref, content: origin.content, database })
  } finally {
    await database.close()
  }
}
