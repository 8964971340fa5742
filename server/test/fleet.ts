import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { createProjectTemplates } from '../src/fleet/copies/template.ts'
import { createFleet, type FleetDeps } from '../src/fleet/index.ts'
import type { ProjectLogs } from '../src/fleet/deps.ts'
import { generateRef } from '../src/project/keys/api-keys.ts'
import type { Fleet, Instance } from '../src/fleet/port.ts'
import { systemClock } from '../src/lib/clock.ts'
import { freeBytes } from '../src/lib/free-bytes.ts'
import { silentLog } from '../src/lib/log.ts'
import { createOutgoing } from '../src/lib/outgoing.ts'
import type { PostgresLogs } from '../src/logs/postgres/postgres-logs.ts'
import { noLogs } from '../src/project/log-sink.ts'
import { copyCluster } from '../src/postgres/clusters/copy-cluster.ts'
import type { Service } from '../src/project/service.ts'
import type { TestControlPlane } from './control-plane.ts'
import { createTestMachine } from './project.ts'

export type TestFleet = {
  readonly fleet: Fleet
  /** Creates a project, waits until it is up, and returns its ref. */
  createProject(databasePassword?: string): Promise<string>
  /** Waits until the project is not in a transitional status. */
  settle(ref: string): Promise<Instance>
  stop(): Promise<void>
}

const noProjectLogs: ProjectLogs = { ...noLogs, remove: async () => {} }
const noPostgresLogs: PostgresLogs = {
  follow: () => ({ stop: async () => {} }),
  remove: async () => {},
}

/** A service that does nothing except sign in as a role that the bootstrap creates. */
const rolesOnly: Service = {
  name: 'roles',
  title: 'Roles',
  database: { roles: ['supabase_auth_admin'] },
}

/**
 * A started fleet on a test control plane, without services by default. Projects never go to sleep
 * unless `idleAfterMs` is given.
 */
export async function createTestFleet(
  control: TestControlPlane,
  options: Partial<FleetDeps> = {},
): Promise<TestFleet> {
  const machine = await createTestMachine()
  const fleet = createFleet({
    engine: machine.engine,
    account: machine.account,
    watchdog: machine.watchdog,
    control: control.database,
    controlConnection: control.connection,
    folders: control.folders,
    installationKey: control.installationKey,
    clock: systemClock,
    services: [rolesOnly],
    apiUrl: (ref) => `http://${ref}.localhost:8000`,
    idleAfterMs: 3_600_000,
    memoryLimitBytes: 2e9,
    freeBytes,
    outgoing: createOutgoing({ allowsPrivate: true }),
    log: silentLog,
    logs: noProjectLogs,
    postgresLogs: noPostgresLogs,
    ...options,
  })
  await fleet.start()
  const settle = (ref: string) =>
    fleet.waitWhile(
      ref,
      ['COMING_UP', 'RESTARTING', 'RESIZING', 'PAUSING', 'RESTORING', 'GOING_DOWN'],
      20_000,
    )
  return {
    fleet,
    settle,
    async createProject(databasePassword = 'correct horse battery') {
      const ref = generateRef()
      // Stands in for the platform, which opens the transaction that creates a project.
      const session = control.database.as('supabase_admin')
      await session.transaction((tx) => fleet.create(tx, { ref, databasePassword }))
      const { status, failure } = await settle(ref)
      if (status !== 'ACTIVE_HEALTHY')
        throw new Error(`The test project is ${status}: ${failure?.message}`)
      return ref
    },
    async stop() {
      await fleet.stop()
      machine.watchdog.release()
    },
  }
}

/**
 * Shares the current template with the release with other services, in a folder of its own, because
 * building one takes seconds. For tests that create no project with that release.
 */
export async function reuseTemplate(
  { folders, installationKey }: TestControlPlane,
  { services, folder }: { readonly services: readonly Service[]; readonly folder: string },
): Promise<void> {
  const machine = await createTestMachine()
  const of = (templates: string, all: readonly Service[]) =>
    createProjectTemplates({
      ...machine,
      folders: { ...folders, templates },
      installationKey,
      services: all,
      log: silentLog,
    })
  const present = await of(folders.templates, [rolesOnly]).ensure()
  await mkdir(folder, { recursive: true })
  const target = path.join(folder, await of(folder, services).release())
  await copyCluster(present, target, machine.account)
  machine.watchdog.release()
}
