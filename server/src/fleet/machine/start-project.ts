import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { ProjectStatus } from '@stoa/contract/platform/projects'
import type { AppError } from '../../lib/errors.ts'
import type { Clock } from '../../lib/clock.ts'
import type { FreeBytes } from '../../lib/free-bytes.ts'
import type { Log } from '../../lib/log.ts'
import { remove } from '../../lib/untrusted-folder/folders.ts'
import type { ControlGroups } from '../../postgres/processes/control-groups.ts'
import type { ClusterAccounts } from '../../postgres/clusters/accounts.ts'
import { createClusterKeys } from '../../postgres/clusters/key.ts'
import { createCluster, type Cluster } from '../../postgres/clusters/cluster.ts'
import { clusterSocketFolder } from '../../postgres/clusters/socket.ts'
import { ownEndpoint } from '../../postgres/clusters/socket-folder.ts'
import { createDatabase } from '../../postgres/database.ts'
import { createDiskBudget, type DiskBudget } from '../../postgres/wire/disk-budget.ts'
import type { Engine } from '../../postgres/engines/engine.ts'
import { writeClusterSettings } from '../../postgres/clusters/template.ts'
import type { Watchdog } from '../../postgres/processes/watchdog.ts'
import { NOTHING_LEFT_BYTES, requireFreeSpace, RESERVED_BYTES } from '../disk/free-space.ts'
import { createDiskProtection } from '../disk/protection.ts'
import { notReady } from '../../project/refusals.ts'
import type { SettingsStore } from '../records/settings-store.ts'
import { createServiceStates, type ServiceStates } from '../services/service-states.ts'
import type { ServiceFolders } from '../services/service-folders.ts'
import { checkData } from './check-data.ts'
import { noFaults, prepareDatabase } from './prepare-database.ts'
import type { Instances } from '../records/instances.ts'
import type { KeyStore } from '../../project/keys/key-store.ts'
import type { Live, Running, StopPace } from './machine.ts'
import { createStartDeadline } from './start-deadline.ts'
import { serviceRoles, type Passwords } from './passwords.ts'
import { findCatalogDamage } from './catalog-check.ts'
import { identifyData } from './data-watch.ts'
import { createLoginRepair } from './repair-logins.ts'
import type { Project, StoredParts } from '../../project/project.ts'
import type { Service } from '../../project/service.ts'
import type { Spares } from '../copies/spares.ts'
import { SERVING } from '../lifecycle/status.ts'
import type { FleetFolders, ProjectTemplates } from '../copies/template.ts'

export type StartDeps = {
  readonly engine: Engine
  readonly accounts: ClusterAccounts
  readonly groups: ControlGroups
  readonly folders: FleetFolders
  readonly watchdog: Watchdog
  readonly services: readonly Service[]
  /** The parts of a project that exist whether or not it runs. */
  readonly storedParts: (ref: string) => StoredParts
  readonly serviceFolders: ServiceFolders
  /** The services of running and starting projects, so that changed settings can reach them. */
  readonly started: Map<string, ServiceStates>
  readonly clock: Clock
  readonly log: Log
  readonly instances: Instances
  readonly keys: KeyStore
  readonly settingsStore: SettingsStore
  readonly passwords: Passwords
  readonly templates: ProjectTemplates
  readonly spares: Spares
  /** Called when the system catalog of a running project turns out to be damaged. Never rejects. */
  readonly onDamaged: (ref: string, damage: AppError) => Promise<void>
  /** Reads the project's overview for the records. Never rejects. */
  readonly measure: (project: Project) => Promise<void>
  /** Limits the disk space of all projects' long responses together. */
  readonly longTextBudget: DiskBudget
  readonly freeBytes: FreeBytes
  /** How long the statements of a start may take; three minutes by default. */
  readonly startDeadlineMs?: number
}

/** How long a stop waits for running queries, and then for a fast shutdown of Postgres. */
const STOP_MS: Readonly<Record<StopPace, { readonly queries: number; readonly cluster: number }>> =
  {
    patient: { queries: 5000, cluster: 10_000 },
    hurried: { queries: 500, cluster: 4000 },
  }

/** Damaged data can fail thousands of statements; the catalog is read at most this often. */
const DAMAGE_CHECK_MS = 30_000

const CALLER_CONNECTIONS = 8
const SERVICE_CONNECTIONS = 8
/** Disk space for the unread long responses of one project. */
const MAX_LONG_TEXT_BYTES = 2 * 1024 * 1024 * 1024
/** A connection costs megabytes of memory, so idle ones are closed. */
const CONNECTION_IDLE_MS = 20_000

/**
 * Starts a project: data directory, cluster, passwords, pending migrations, services. Every step
 * can be repeated, so an interrupted start is simply run again. Leaves nothing running when it
 * rejects.
 */
export async function startProject(
  deps: StartDeps,
  ref: string,
  onCrash: (reason: string) => void,
): Promise<Running> {
  const undo: Undo[] = [async () => forget(deps, ref)]
  try {
    return await bringUp(deps, { ref, onCrash, undo })
  } catch (error) {
    await runInReverse(undo)
    throw error
  }
}

type Undo = (pace: StopPace) => Promise<unknown>

type Start = {
  readonly ref: string
  readonly onCrash: (reason: string) => void
  /** Steps that undo the start so far; they run in reverse order. */
  readonly undo: Undo[]
}

async function bringUp(deps: StartDeps, { ref, onCrash, undo }: Start): Promise<Running> {
  const step = stepLog(deps.log, ref)
  const [{ instance, secrets }, keys, settings, release] = await Promise.all([
    deps.instances.load(ref),
    deps.keys.open(ref),
    deps.settingsStore.open(ref),
    deps.templates.release(),
  ])
  if (!MAY_START.includes(instance.status)) throw notReady(instance.status)
  const dataDir = path.join(deps.folders.projects, ref)
  const isFresh = instance.engine_version === null
  const isCurrent = instance.release === release
  if (isFresh) await step('copy', () => placeData(deps, dataDir))
  await checkData(deps.engine, dataDir)
  const data = await identifyData(dataDir)
  const { engine } = deps
  const account = await deps.accounts.of(dataDir)
  if (!isFresh && !isCurrent) {
    // Otherwise an engine that returns after a failed start would find its release, but not its
    // extensions.
    await deps.instances.forgetRelease(ref)
    await writeClusterSettings(dataDir, { engine, account })
  }

  await deps.serviceFolders.ensure(ref)

  let crash: string | undefined
  let isUp = false
  const socketDir = path.join(deps.folders.sockets, ref)
  const cluster = createCluster({
    ...deps,
    account,
    dataDir,
    socketDir,
    group: deps.groups.of(ref),
    onCrash(reason) {
      crash = reason
      if (isUp) onCrash(reason)
    },
  })
  undo.push(async (pace) => {
    await cluster.stop(STOP_MS[pace].cluster)
    for (const folder of [socketDir, clusterSocketFolder(socketDir)]) await remove(folder)
    if (isUp) await deps.instances.setCompute(ref, 'sleeping')
  })
  await step('start', () => startCluster(deps, cluster, dataDir))
  const endpoint = ownEndpoint(socketDir)
  const live: Live = { ownerPassword: secrets.databasePassword }
  const inTime = createStartDeadline(deps.startDeadlineMs)
  const migrationFaults =
    isFresh || !isCurrent || secrets.pendingPassword !== undefined
      ? await inTime((deadlineMs) =>
          prepareDatabase(deps, {
            ref,
            secrets,
            endpoint,
            live,
            isFresh,
            isCurrent,
            step,
            // Leaves time for the other services if one hangs.
            migrationMs: deadlineMs / 3,
          }),
        )
      : noFaults
  const roles = serviceRoles(deps.services)
  const disk = createDiskProtection({ ref, dataDir, roles, log: deps.log })
  const database = createDatabase({
    endpoint,
    account,
    onDamage: throttled(DAMAGE_CHECK_MS, async () => {
      const damage = await findCatalogDamage(database.as('supabase_admin'))
      if (damage) await deps.onDamaged(ref, damage)
    }),
    readOnlyReason: disk.readOnlyReason,
    closedReason: disk.closedReason,
    login: (role) => ({
      user: role,
      password: role === 'postgres' ? live.ownerPassword : deps.passwords.of(ref, role),
    }),
    maxCallerConnections: CALLER_CONNECTIONS,
    maxServiceConnections: SERVICE_CONNECTIONS,
    idleMs: CONNECTION_IDLE_MS,
    longTexts: {
      folder: deps.folders.projects,
      budget: createDiskBudget(MAX_LONG_TEXT_BYTES, deps.longTextBudget),
    },
    repairLogins: createLoginRepair({ ...deps, ref, endpoint, roles }),
  })
  undo.push((pace) => database.close(STOP_MS[pace].queries))
  let holds = 0
  const project: Project = {
    ...deps.storedParts(ref),
    database,
    clusterKeys: createClusterKeys(dataDir, account),
    get keys() {
      return keys.value
    },
    get settings() {
      return settings.value
    },
    holdAwake() {
      holds += 1
      return once(() => (holds -= 1))
    },
  }
  const services = createServiceStates({ ...deps, project, migrationFaults })
  undo.push(async () => {
    deps.started.delete(ref)
    await services.stop()
  })
  // From here on, changed settings reach the services, even while they start.
  deps.started.set(ref, services)
  const { kind, version } = engine
  // A release counts as applied only if every migration succeeded; the next wake retries the rest.
  const applied = migrationFaults.size === 0 ? release : null
  await inTime(() =>
    step('services', () =>
      Promise.all([
        deps.instances.setCompute(ref, 'running', { kind, version, release: applied }),
        services.start(),
      ]),
    ),
  )
  if (crash !== undefined) throw new Error(`The database stopped (${crash})`)
  isUp = true
  // Finds and repairs logins that the owner has broken since the last start. No request waits for
  // it.
  void services.check()
  // Records the last figures of a project that goes to sleep or is paused.
  undo.push(async () => {
    if (crash === undefined) await deps.measure(project)
  })
  return {
    project,
    socketDir,
    live,
    services,
    isBusy: () => holds > 0 || database.load().active > 0,
    protectDisk: (protection) => disk.apply(database, protection),
    closedReason: disk.closedReason,
    isDataGone: data.isGone,
    abort: cluster.abort,
    stop: (pace) => runInReverse(undo, pace),
  }
}

function forget({ keys, settingsStore }: StartDeps, ref: string): void {
  keys.forget(ref)
  settingsStore.forget(ref)
}

function once(work: () => void): () => void {
  let isDone = false
  return () => {
    if (!isDone) work()
    isDone = true
  }
}

/** Runs work in the background, unless it ran within the last `pauseMs`. */
function throttled(pauseMs: number, work: () => Promise<void>): () => void {
  let last = -Infinity
  return () => {
    if (performance.now() - last < pauseMs) return
    last = performance.now()
    void work()
  }
}

/** Statuses in which a start is allowed: by a job, or by a request that wakes the project. */
const MAY_START: readonly ProjectStatus[] = ['COMING_UP', 'RESTARTING', ...SERVING]

async function placeData(deps: StartDeps, dataDir: string): Promise<void> {
  if (existsSync(dataDir)) return
  await requireFreeSpace(deps.freeBytes, deps.folders.projects, RESERVED_BYTES)
  await deps.spares.place(dataDir)
}

async function startCluster(deps: StartDeps, cluster: Cluster, dataDir: string): Promise<void> {
  try {
    await cluster.start()
  } catch (error) {
    // On a full disk Postgres cannot log the reason, because its log is on the same disk.
    await requireFreeSpace(deps.freeBytes, deps.folders.projects, NOTHING_LEFT_BYTES)
    throw error
  }
  await rm(`${dataDir}.startup.log`, { force: true })
}

/** Stops services, then connections, then the cluster. A failure does not skip the rest. */
async function runInReverse(undo: readonly Undo[], pace: StopPace = 'patient'): Promise<void> {
  let failure: unknown
  for (const work of undo.toReversed())
    await work(pace).catch((error: unknown) => {
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
