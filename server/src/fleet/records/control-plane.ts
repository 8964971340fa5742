import { existsSync } from 'node:fs'
import path from 'node:path'
import type { DatabaseError } from 'pg'
import { AppError } from '../../lib/errors.ts'
import type { Log } from '../../lib/log.ts'
import { ownEndpoint } from '../../postgres/clusters/socket-folder.ts'
import { connectClient } from '../../postgres/connections/connect.ts'
import { copyCluster } from '../../postgres/clusters/copy-cluster.ts'
import { requireNoProjects } from '../../postgres/data-folder/checks.ts'
import type { DataFolder } from '../../postgres/data-folder/data-folder.ts'
import { sqlstateOf } from '../../postgres/failures.ts'
import { createDatabase, type Database } from '../../postgres/database.ts'
import type { Account } from '../../postgres/engines/account.ts'
import type { Engine } from '../../postgres/engines/engine.ts'
import type { ControlConnection } from '../../postgres/jobs.ts'
import { createSupervisedCluster } from '../../postgres/clusters/supervised-cluster.ts'
import { migrate, type MigrationOptions } from '../../postgres/migrations.ts'
import { SUPERUSER, writeClusterSettings } from '../../postgres/clusters/template.ts'
import type { Watchdog } from '../../postgres/processes/watchdog.ts'
import { PLATFORM_DATABASE, type ArchivedCluster } from '../../backups/port.ts'
import { kindIn } from '../../lib/untrusted-folder/files.ts'
import {
  archiveSettings,
  beginArchiveTimeout,
  ensureStagingFolder,
} from '../../postgres/clusters/archive.ts'
import { recovery } from '../machine/open-cluster.ts'
import { connectSuperuser, setAllPasswords } from '../machine/credentials.ts'
import type { Service } from '../../project/service.ts'
import { createPasswords, serviceRoles } from '../machine/passwords.ts'
import { keyWrong, requireOwnDatabase, sealDatabase } from './installation-seal.ts'
import type { ProjectTemplates } from '../copies/template.ts'

/** The control plane's name among the clusters. No project can have it: refs have 20 letters. */
const CONTROL = PLATFORM_DATABASE

export type ControlPlane = {
  readonly database: Database
  readonly connection: ControlConnection
  /** The cluster whose WAL has to be taken away; undefined if it does not archive. */
  readonly archived: ArchivedCluster | undefined
  close(): Promise<void>
}

export type ControlPlaneOptions = {
  /** An external Postgres; without one, the server runs an embedded cluster. */
  readonly databaseUrl: string | undefined
  readonly templates: ProjectTemplates
  readonly services: readonly Service[]
  readonly engine: Engine
  readonly account: Account | undefined
  readonly folder: DataFolder
  readonly watchdog: Watchdog
  /** Whether the embedded cluster archives its WAL. */
  readonly isArchived: boolean
  /** All migrations of the control plane's database, in order. */
  readonly migrations: readonly MigrationOptions[]
  readonly log: Log
}

const IDLE_MS = 30_000
/** How long a stop waits for running queries, and then for a fast shutdown of Postgres. */
const CLOSE_MS = 1000
const STOP_MS = 4000
const WRONG_PASSWORD = '28P01'

type Opened = Pick<ControlPlane, 'archived' | 'connection' | 'close'>

/** Opens the platform's own database, creating and migrating it as needed. */
export async function openControlPlane(options: ControlPlaneOptions): Promise<ControlPlane> {
  const opened =
    options.databaseUrl === undefined
      ? await openEmbedded(options)
      : openBorrowed(options.databaseUrl)
  const { endpoint, user, password } = opened.connection
  const client = await connectClient(endpoint, {
    user,
    password,
    applicationName: 'stoa-migrations',
    pipeline: false,
  }).catch((error: unknown) => {
    throw isRefusal(error) ? refused(error) : error
  })
  try {
    const { installationKey, projects } = options.folder
    await requireOwnDatabase(client, { installationKey, projects })
    for (const migration of options.migrations) await migrate(client, migration)
    await sealDatabase(client, installationKey)
  } catch (error) {
    await client.end()
    await opened.close()
    throw error
  }
  await client.end()
  const database = createDatabase({
    endpoint,
    login: () => ({ user, password }),
    maxCallerConnections: 2,
    maxServiceConnections: 6,
    idleMs: IDLE_MS,
  })
  return {
    database,
    connection: opened.connection,
    archived: opened.archived,
    async close() {
      await database.close(CLOSE_MS)
      await opened.close()
    },
  }
}

async function openEmbedded(options: ControlPlaneOptions): Promise<Opened> {
  const { engine, account, folder, watchdog, log } = options
  if (!existsSync(path.join(folder.control, 'PG_VERSION'))) {
    await requireNoProjects(folder.projects)
    await copyCluster(await options.templates.ensure(), folder.control, account)
  }
  const socketDir = path.join(folder.sockets, CONTROL)
  const isRecovering = (await kindIn(folder.control, 'recovery.signal')) !== undefined
  // The backup can be of a server with other folders, or of an earlier release.
  if (isRecovering) await writeClusterSettings(folder.control, { engine, account })
  const archive = options.isArchived ? archiveSettings(engine) : undefined
  if (archive) await ensureStagingFolder(folder.control, account)
  const cluster = createSupervisedCluster(
    {
      engine,
      account,
      watchdog,
      dataDir: folder.control,
      socketDir,
      settings: { ...archive, ...(isRecovering && recovery.settings) },
      ...(isRecovering && { startDeadlineMs: recovery.startDeadlineMs }),
    },
    { log, name: CONTROL, onStarted: archive && beginArchiveTimeout },
  )
  await cluster.start()
  const endpoint = ownEndpoint(socketDir)
  const passwords = createPasswords(folder.installationKey)
  const password = passwords.of(CONTROL, SUPERUSER)
  // A fresh copy has the template's password. Wherever a kill interrupts the start, one of the two
  // passwords works and the next start continues from there.
  const client = await connectSuperuser(endpoint, [password, passwords.template]).catch(
    async (error: unknown) => {
      await cluster.stop()
      // Both passwords are derived from the key.
      throw sqlstateOf(error) === WRONG_PASSWORD ? keyWrong(error) : error
    },
  )
  try {
    await setAllPasswords(client, CONTROL, {
      passwords,
      roles: serviceRoles(options.services),
      // Nobody signs in to the control plane as an owner.
      ownerPassword: passwords.of(CONTROL, 'authenticator'),
    })
  } finally {
    await client.end()
  }
  const { control: dataDir } = folder
  return {
    connection: { endpoint, user: SUPERUSER, password },
    archived: archive && {
      ref: PLATFORM_DATABASE,
      hasRecords: true,
      dataDir,
      account,
      endpoint,
      password,
    },
    close: () => cluster.stop(STOP_MS),
  }
}

/** Wrong account, wrong password, or no such database. */
const isRefusal = (error: unknown): error is DatabaseError =>
  /^(?:28|3D)/.test(sqlstateOf(error) ?? '')

const refused = (cause: DatabaseError) =>
  new AppError(
    'database_refused',
    `Could not connect to the platform's Postgres: ${cause.message}.`,
    {
      status: 500,
      hint: 'Check the account, password and database in STOA_DATABASE_URL.',
      cause,
    },
  )

function openBorrowed(databaseUrl: string): Opened {
  const url = new URL(databaseUrl)
  const endpoint = {
    host: decodeURIComponent(url.hostname),
    port: Number(url.port || 5432),
    database: decodeURIComponent(url.pathname.slice(1)) || 'postgres',
    ssl: url.searchParams.get('sslmode') === 'require',
    isUnproven: true as const,
  }
  const connection = {
    endpoint,
    user: decodeURIComponent(url.username) || 'postgres',
    password: decodeURIComponent(url.password),
  }
  return { connection, archived: undefined, close: async () => {} }
}
