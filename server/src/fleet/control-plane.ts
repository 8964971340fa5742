import path from 'node:path'
import { deriveKey } from '../lib/secret-box.ts'
import { createCluster } from '../postgres/cluster.ts'
import { connectClient, type Endpoint } from '../postgres/connect.ts'
import { copyCluster } from '../postgres/copy-cluster.ts'
import type { DataFolder } from '../postgres/data-folder.ts'
import { createDatabase, type Database } from '../postgres/database.ts'
import type { Account } from '../postgres/engines/account.ts'
import type { Engine } from '../postgres/engines/engine.ts'
import type { ControlConnection } from '../postgres/jobs.ts'
import { migrate, type MigrationOptions } from '../postgres/migrations.ts'
import { compile, ident, literal, sql } from '../postgres/sql.ts'
import { SUPERUSER } from '../postgres/template.ts'
import type { Watchdog } from '../postgres/watchdog.ts'

export type ControlPlane = {
  readonly database: Database
  readonly connection: ControlConnection
  close(): Promise<void>
}

export type ControlPlaneOptions = {
  /** A Postgres of somebody else's; without one, an embedded cluster of our own. */
  readonly databaseUrl: string | undefined
  /** Makes the template to copy, roles and services' schemas already in. */
  readonly template: () => Promise<{ readonly folder: string; readonly password: string }>
  readonly engine: Engine
  readonly account: Account | undefined
  readonly folder: DataFolder
  readonly watchdog: Watchdog
  /** Everything the control plane's database holds, in order. */
  readonly migrations: readonly MigrationOptions[]
  readonly onCrash: (reason: string) => void
}

const IDLE_MS = 30_000

/** Opens the platform's own database, making and migrating it as needed. */
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
  })
  try {
    for (const migration of options.migrations) await migrate(client, migration)
  } finally {
    await client.end()
  }
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
    async close() {
      await database.close()
      await opened.close()
    },
  }
}

type Opened = { connection: ControlConnection; close(): Promise<void> }

async function openEmbedded(options: ControlPlaneOptions): Promise<Opened> {
  const { engine, account, folder, watchdog } = options
  const template = await options.template()
  await copyCluster(template.folder, folder.control, account)
  const socketDir = path.join(folder.sockets, 'control')
  const settings = { dataDir: folder.control, socketDir, engine, account, watchdog }
  const cluster = createCluster({ ...settings, onCrash: options.onCrash })
  await cluster.start()
  const endpoint = { host: socketDir, port: 5432, database: 'postgres' }
  const password = deriveKey(folder.installationKey, 'control-plane/superuser').toString('hex')
  await givePassword(endpoint, password, template.password)
  return {
    connection: { endpoint, user: SUPERUSER, password },
    close: () => cluster.stop(),
  }
}

// The template's password opens a fresh copy only; whichever step a kill falls between, one of the
// two works, and the next start goes on from there.
async function givePassword(endpoint: Endpoint, password: string, templatePassword: string) {
  const open = (secret: string) =>
    connectClient(endpoint, {
      user: SUPERUSER,
      password: secret,
      applicationName: 'stoa',
      pipeline: false,
    })
  const client = await open(password).catch(() => open(templatePassword))
  try {
    // 256 random bits need no slow hashing.
    await client.query('set scram_iterations = 1').catch(() => {})
    await client.query(compile(sql`alter role ${ident(SUPERUSER)} password ${literal(password)}`).text)
  } finally {
    await client.end()
  }
}

function openBorrowed(databaseUrl: string): Opened {
  const url = new URL(databaseUrl)
  const endpoint = {
    host: decodeURIComponent(url.hostname),
    port: Number(url.port || 5432),
    database: decodeURIComponent(url.pathname.slice(1)) || 'postgres',
    ssl: url.searchParams.get('sslmode') === 'require',
  }
  const connection = {
    endpoint,
    user: decodeURIComponent(url.username) || 'postgres',
    password: decodeURIComponent(url.password),
  }
  return { connection, close: async () => {} }
}
