import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import type { ProjectStatus } from '@stoa/contract/platform/projects'
import type { Client } from 'pg'
import { AppError } from '../../lib/errors.ts'
import type { Log } from '../../lib/log.ts'
import { createCluster, SOCKET_PORT, type Cluster } from '../../postgres/cluster.ts'
import { createDatabase } from '../../postgres/database.ts'
import type { Account } from '../../postgres/engines/account.ts'
import type { Engine } from '../../postgres/engines/engine.ts'
import { migrate } from '../../postgres/migrations.ts'
import { SUPERUSER, writeClusterSettings } from '../../postgres/template.ts'
import type { Watchdog } from '../../postgres/watchdog.ts'
import { connectSuperuser, setAllPasswords, setOwnerPassword } from './credentials.ts'
import { MIN_FREE_BYTES, NOTHING_LEFT_BYTES, requireFreeSpace } from '../copies/disk.ts'
import { notReady } from '../../project/refusals.ts'
import type { Instances, StoredSecrets } from '../records/instances.ts'
import type { KeyStore } from '../../project/keys/key-store.ts'
import type { Live, Running } from './machine.ts'
import type { Passwords } from './passwords.ts'
import type { Project } from '../../project/project.ts'
import type { Service } from '../../project/service.ts'
import type { Spares } from '../copies/spares.ts'
import { SERVING } from '../lifecycle/status.ts'
import { projectMigrations, type FleetFolders, type ProjectTemplates } from '../copies/template.ts'

export type StartDeps = {
  readonly engine: Engine
  readonly account: Account | undefined
  readonly folders: FleetFolders
  readonly watchdog: Watchdog
  readonly services: readonly Service[]
  readonly apiUrl: (ref: string) => string
  readonly log: Log
  readonly instances: Instances
  readonly keys: KeyStore
  readonly passwords: Passwords
  readonly templates: ProjectTemplates
  readonly spares: Spares
  readonly minFreeBytes?: number
}

const CALLER_CONNECTIONS = 8
const SERVICE_CONNECTIONS = 4
/** A connection costs the machine megabytes; one that rests goes. */
const CONNECTION_IDLE_MS = 20_000

/**
 * Brings a project up: data directory, cluster, passwords, pending migrations, services. Every step
 * can be repeated, so a start that was cut short is simply made again. Leaves nothing running when it
 * rejects.
 */
export async function startProject(
  deps: StartDeps,
  ref: string,
  onCrash: (reason: string) => void,
): Promise<Running> {
  const step = stepLog(deps.log, ref)
  const [{ instance, secrets, settings }, opened, release] = await Promise.all([
    deps.instances.load(ref),
    deps.keys.open(ref),
    deps.templates.release(),
  ])
  if (!MAY_START.includes(instance.status)) throw notReady(instance.status)
  const dataDir = path.join(deps.folders.projects, ref)
  const isFresh = instance.engine_version === null
  const isCurrent = instance.release === release
  if (isFresh) await step('copy', () => placeData(deps, dataDir))
  await checkData(deps.engine, dataDir)
  if (!isFresh && !isCurrent) await writeClusterSettings(dataDir, deps)

  const undo: (() => Promise<unknown>)[] = [async () => deps.keys.forget(ref)]
  let crash: string | undefined
  let isUp = false
  const socketDir = path.join(deps.folders.sockets, ref)
  const cluster = createCluster({
    ...deps,
    dataDir,
    socketDir,
    onCrash(reason) {
      crash = reason
      if (isUp) onCrash(reason)
    },
  })
  undo.push(async () => {
    await cluster.stop()
    await rm(socketDir, { recursive: true, force: true })
    if (isUp) await deps.instances.setCompute(ref, 'sleeping')
  })
  try {
    await step('start', () => startCluster(deps, cluster, dataDir))
    const endpoint = { host: socketDir, port: SOCKET_PORT, database: 'postgres' }
    const live: Live = { settings, ownerPassword: secrets.databasePassword }
    if (isFresh || !isCurrent || secrets.pendingPassword !== undefined) {
      const { passwords } = deps
      const own = passwords.of(ref, SUPERUSER)
      const order = isFresh ? [passwords.template, own] : [own, passwords.template]
      const client = await step('connect', () => connectSuperuser(endpoint, order))
      try {
        live.ownerPassword = await step('passwords', () =>
          settlePasswords(deps, { ref, client, secrets, isFresh }),
        )
        // A fresh copy has the template's, which are this release's.
        if (!isFresh && !isCurrent) await step('migrate', () => migrateAll(client, deps.services))
      } finally {
        await client.end()
      }
    }
    const database = createDatabase({
      endpoint,
      login: (role) => ({
        user: role,
        password: role === 'postgres' ? live.ownerPassword : deps.passwords.of(ref, role),
      }),
      maxCallerConnections: CALLER_CONNECTIONS,
      maxServiceConnections: SERVICE_CONNECTIONS,
      idleMs: CONNECTION_IDLE_MS,
      longTextFolder: deps.folders.projects,
    })
    undo.push(() => database.close())
    let keys = opened
    const project: Project = {
      ref,
      database,
      get keys() {
        // What is stopping keeps the last it knew.
        keys = deps.keys.current(ref) ?? keys
        return keys
      },
      get settings() {
        return live.settings
      },
      apiUrl: deps.apiUrl(ref),
    }
    undo.push(() => stopServices(deps, project))
    const { kind, version } = deps.engine
    await step('services', () =>
      Promise.all([
        deps.instances.setCompute(ref, 'running', { kind, version, release }),
        ...deps.services.map(async (service) => service.start?.(project)),
      ]),
    )
    if (crash !== undefined) throw new Error(`The database ended (${crash})`)
    isUp = true
    return {
      project,
      socketDir,
      live,
      isBusy: () => database.load().active > 0,
      stop: () => runInReverse(undo),
    }
  } catch (error) {
    await runInReverse(undo)
    throw error
  }
}

/** Where a start is allowed: by a job, or by whoever wakes a project that serves. */
const MAY_START: readonly ProjectStatus[] = ['COMING_UP', 'RESTARTING', ...SERVING]

async function placeData(deps: StartDeps, dataDir: string): Promise<void> {
  if (existsSync(dataDir)) return
  await requireFreeSpace(deps.folders.projects, deps.minFreeBytes ?? MIN_FREE_BYTES)
  await deps.spares.place(dataDir)
}

async function checkData(engine: Engine, dataDir: string): Promise<void> {
  const version = await readFile(path.join(dataDir, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (version === undefined)
    throw new AppError('data_missing', "The project's data directory is missing.", {
      status: 503,
      hint: 'Bring the data folder back from where it was moved to, or from a backup, then retry.',
    })
  if (Number.parseInt(version, 10) !== engine.major)
    throw new AppError(
      'engine_mismatch',
      `The data is of Postgres ${version.trim()}, the installed one is ${engine.version}.`,
      { status: 503, hint: `Set STOA_POSTGRES_BIN to a Postgres ${version.trim()}, then retry.` },
    )
}

async function startCluster(deps: StartDeps, cluster: Cluster, dataDir: string): Promise<void> {
  try {
    await cluster.start()
  } catch (error) {
    // With its log on the same disk, a Postgres without room cannot say that there is none.
    await requireFreeSpace(deps.folders.projects, NOTHING_LEFT_BYTES)
    throw error
  }
  await rm(`${dataDir}.startup.log`, { force: true })
}

/**
 * Gives the roles their passwords, or completes a change of the owner's that was recorded before it
 * reached the cluster. Answers the owner's password as it is now.
 */
async function settlePasswords(
  { instances, passwords }: StartDeps,
  given: { ref: string; client: Client; secrets: StoredSecrets; isFresh: boolean },
): Promise<string> {
  const { ref, client, secrets, isFresh } = given
  const ownerPassword = secrets.pendingPassword ?? secrets.databasePassword
  if (isFresh) await setAllPasswords(client, ref, { passwords, ownerPassword })
  else if (secrets.pendingPassword !== undefined) await setOwnerPassword(client, ownerPassword)
  if (secrets.pendingPassword !== undefined) await instances.settlePassword(ref, ownerPassword)
  return ownerPassword
}

async function migrateAll(client: Client, services: readonly Service[]): Promise<void> {
  for (const source of projectMigrations(services)) await migrate(client, source)
}

async function stopServices({ services, log }: StartDeps, project: Project): Promise<void> {
  await Promise.all(
    services.map(async (service) => {
      try {
        await service.stop?.(project)
      } catch (error) {
        // A service that cannot let go must not keep the database up.
        log.error({ error, ref: project.ref, service: service.name }, 'A service did not stop.')
      }
    }),
  )
}

/** Services, then connections, then the cluster. What fails does not keep the rest. */
async function runInReverse(undo: readonly (() => Promise<unknown>)[]): Promise<void> {
  let failure: unknown
  for (const work of undo.toReversed())
    await work().catch((error: unknown) => {
      failure ??= error
    })
  if (failure !== undefined) throw failure
}

function stepLog(log: Log, ref: string) {
  return async <T>(step: string, work: () => Promise<T>): Promise<T> => {
    const begun = performance.now()
    try {
      return await work()
    } finally {
      log.debug({ ref, step, ms: Math.round(performance.now() - begun) }, 'A start made a step.')
    }
  }
}
