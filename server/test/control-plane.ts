import { createHash } from 'node:crypto'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Database } from '../src/postgres/database.ts'
import { fleetMigrations } from '../src/fleet/copies/template.ts'
import type { Endpoint } from '../src/postgres/connections/connect.ts'
import { migrate, type MigrationOptions } from '../src/postgres/migrations.ts'
import { SUPERUSER } from '../src/postgres/clusters/template.ts'
import { createTestProject, TEST_SUPERUSER_PASSWORD } from './project.ts'

export type TestControlPlane = {
  /** The control plane's own database, with bootstrap, service and fleet migrations applied. */
  readonly database: Database
  /** Parameters for further connections to it, such as the job queue's. */
  readonly connection: {
    readonly endpoint: Endpoint
    readonly user: string
    readonly password: string
  }
  readonly installationKey: Buffer
  /** Templates are shared between test runs; projects and sockets belong to this control plane. */
  readonly folders: {
    readonly projects: string
    readonly templates: string
    readonly sockets: string
    readonly files: string
  }
  stop(): Promise<void>
}

/**
 * A control plane's database for one test file: a real cluster, migrated and empty. `migrations`
 * adds those of further owners, such as the platform. The installation key is the same in every
 * run, so that the template of its projects is built only once.
 */
export async function createTestControlPlane(
  options: { migrations?: readonly MigrationOptions[] } = {},
): Promise<TestControlPlane> {
  const test = await createTestProject()
  const client = await test.database.connect(SUPERUSER, 'migrations')
  try {
    for (const source of [fleetMigrations, ...(options.migrations ?? [])])
      await migrate(client, source)
  } finally {
    await client.end()
  }
  const folder = await mkdtemp(path.join(os.tmpdir(), 'stoa-'))
  await chmod(folder, 0o755)
  const folders = {
    projects: path.join(folder, 'projects'),
    sockets: path.join(folder, 's'),
    files: path.join(folder, 'files'),
    templates: path.join(os.tmpdir(), `stoa-test-${process.getuid?.() ?? 0}`, 'templates'),
  }
  for (const made of Object.values(folders)) await mkdir(made, { recursive: true })
  return {
    database: test.database,
    connection: {
      endpoint: { host: test.socketDir, port: 5432, database: 'postgres' },
      user: SUPERUSER,
      password: TEST_SUPERUSER_PASSWORD,
    },
    installationKey: createHash('sha256').update('stoa test installation').digest(),
    folders,
    async stop() {
      await test.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
