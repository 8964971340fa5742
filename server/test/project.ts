import { randomBytes } from 'node:crypto'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createFixedKeyRing } from '../src/project/keys/key-ring.ts'
import { generateApiKeys, generateRef } from '../src/project/keys/api-keys.ts'
import type { Project } from '../src/project/project.ts'
import { createSettings, type StoredSettings } from '../src/project/settings.ts'
import { createClusterKeys } from '../src/postgres/clusters/key.ts'
import { createCluster } from '../src/postgres/clusters/cluster.ts'
import { copyCluster } from '../src/postgres/clusters/copy-cluster.ts'
import { createDatabase, type Database } from '../src/postgres/database.ts'
import { findUnprivilegedAccount, type Account } from '../src/postgres/engines/account.ts'
import { findEmbeddedEngine } from '../src/postgres/engines/embedded.ts'
import type { Engine } from '../src/postgres/engines/engine.ts'
import { databaseParts } from './database-parts.ts'
import { testStoredParts } from './stored-parts.ts'
import { ident, literal, rawSql, sql } from '../src/postgres/sql.ts'
import { ensureTemplate, SUPERUSER } from '../src/postgres/clusters/template.ts'
import { createWatchdog, type Watchdog } from '../src/postgres/processes/watchdog.ts'

/** The superuser's password in every test cluster. */
export const TEST_SUPERUSER_PASSWORD = 'test-superuser'

export type TestProject = {
  readonly project: Project
  readonly database: Database
  /** Runs SQL text with any number of statements, as the owner (`postgres`) or the given role. */
  run(text: string, role?: 'postgres' | 'supabase_admin'): Promise<void>
  /** The folder of the cluster's files. */
  readonly dataDir: string
  /** The folder of the Unix socket, and the password of every role that can sign in. */
  readonly socketDir: string
  readonly password: string
  /** Replaces the project's settings, as saving them in the dashboard does. */
  changeSettings(stored: StoredSettings): void
  /** Replaces all of the project's keys, so that no earlier token is valid. */
  changeKeys(): void
  stop(): Promise<void>
}

/**
 * A project for one test file: a real running cluster, copied from a template that all test runs
 * share and that is rebuilt when a migration changes; `stop` removes it. It takes about 250 ms to
 * create, so use one per file, not per test.
 */
export async function createTestProject(
  options: { settings?: StoredSettings; engine?: Engine } = {},
): Promise<TestProject> {
  const machine = await createTestMachine()
  const { account, watchdog, template } = machine
  const { engine = machine.engine } = options
  const folder = await mkdtemp(path.join(os.tmpdir(), 'stoa-'))
  await chmod(folder, 0o755)
  const dataDir = path.join(folder, 'data')
  await copyCluster(template, dataDir, account)
  const socketDir = path.join(folder, 's')
  const cluster = createCluster({ engine, account, dataDir, socketDir, watchdog })
  await cluster.start()
  const password = randomBytes(16).toString('hex')
  await setPasswords(socketDir, password)
  const database = createDatabase({
    endpoint: { host: socketDir, port: 5432, database: 'postgres' },
    account,
    login: (role) => ({
      user: role,
      password: role === SUPERUSER ? TEST_SUPERUSER_PASSWORD : password,
    }),
    maxCallerConnections: 4,
    maxServiceConnections: 4,
    idleMs: 30_000,
  })
  const ref = generateRef()
  let keys = createFixedKeyRing(generateApiKeys(ref, new Date()))
  let settings = createSettings(options.settings ?? {})
  return {
    project: {
      ...testStoredParts(ref),
      database,
      clusterKeys: createClusterKeys(dataDir, account),
      get keys() {
        return keys
      },
      settings: { of: (section) => settings.of(section) },
      folder: (service) => path.join(folder, 'files', service),
      holdAwake: () => () => {},
    },
    database,
    dataDir,
    socketDir,
    password,
    changeKeys: () => void (keys = createFixedKeyRing(generateApiKeys(ref, new Date()))),
    changeSettings: (stored) => void (settings = createSettings(stored)),
    async run(text, role = 'postgres') {
      const client = await database.connect(role, 'test')
      try {
        await client.query(text)
      } finally {
        await client.end()
      }
    },
    async stop() {
      await database.close()
      await cluster.stop()
      watchdog.release()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export type TestMachine = {
  readonly account: Account | undefined
  readonly engine: Engine
  readonly watchdog: Watchdog
  /** A stopped cluster with every migration; its superuser has `TEST_SUPERUSER_PASSWORD`. */
  readonly template: string
  /** The folder for engines and templates, which are kept between test runs. */
  readonly shared: string
}

/** The resources that clusters need on this machine. The caller must release the watchdog. */
export async function createTestMachine(): Promise<TestMachine> {
  const account = await findUnprivilegedAccount()
  const shared = path.join(os.tmpdir(), `stoa-test-${process.getuid?.() ?? 0}`)
  await mkdir(shared, { recursive: true })
  const { migrations, extensions } = databaseParts()
  const engine = await findEmbeddedEngine({
    account,
    folder: path.join(shared, 'engines'),
    extensions,
  })
  const watchdog = createWatchdog()
  const template = await ensureTemplate({
    engine,
    account,
    folder: path.join(shared, 'templates'),
    socketDir: path.join(shared, 's'),
    watchdog,
    migrations,
    password: TEST_SUPERUSER_PASSWORD,
  })
  return { account, engine, watchdog, template, shared }
}

async function setPasswords(socketDir: string, password: string): Promise<void> {
  const database = createDatabase({
    endpoint: { host: socketDir, port: 5432, database: 'postgres' },
    login: (role) => ({ user: role, password: TEST_SUPERUSER_PASSWORD }),
    maxCallerConnections: 1,
    maxServiceConnections: 1,
    idleMs: 1000,
  })
  const roles = ['postgres', ...databaseParts().roles]
  await database.as(SUPERUSER).transaction(async (tx) => {
    await tx.run(rawSql('set local scram_iterations = 1'))
    for (const role of roles)
      await tx.run(sql`alter role ${ident(role)} password ${literal(password)}`)
  })
  await database.close()
}
