import path from 'node:path'
import { findComputeSize } from '@stoa/contract/catalog/compute-sizes'
import type { Backups } from '../../backups/port.ts'
import { archiveSettings } from '../../postgres/clusters/archive.ts'
import { createClusterKeys } from '../../postgres/clusters/key.ts'
import { ownEndpoint } from '../../postgres/clusters/socket-folder.ts'
import { SUPERUSER } from '../../postgres/clusters/template.ts'
import type { OwnEndpoint } from '../../postgres/connections/connect.ts'
import type { Database } from '../../postgres/database.ts'
import { createServiceStates, type ServiceStates } from '../services/service-states.ts'
import type { Project } from '../../project/project.ts'
import { openCluster } from './open-cluster.ts'
import { openDatabase } from './open-database.ts'
import { loadRecords, prepareData, type ProjectData, type StartRecords } from './prepare-data.ts'
import { noFaults, prepareDatabase, type MigrationFaults } from './prepare-database.ts'
import type { Live, Running } from './running.ts'
import { createStartDeadline, type StartDeadline } from './start-deadline.ts'
import type { StartDeps } from './start-deps.ts'
import { newStart, undoStart, type Start } from './start.ts'

/**
 * Starts a project: data directory, cluster, passwords, pending migrations, services. Every step
 * can be repeated, so an interrupted start is simply run again. Leaves nothing running when it
 * rejects.
 */
export async function startProject(
  deps: StartDeps,
  ref: string,
  events: Pick<Start, 'onCrash' | 'signal'>,
): Promise<Running> {
  const start = newStart(deps.log, ref, events)
  start.undo.push(async () => {
    deps.keys.forget(ref)
    deps.settingsStore.forget(ref)
  })
  try {
    return await bringUp(deps, start)
  } catch (error) {
    await undoStart(start)
    throw error
  }
}

async function bringUp(deps: StartDeps, start: Start): Promise<Running> {
  const { ref } = start
  const records = await loadRecords(deps, ref)
  const data = await prepareData(deps, start, records)
  const postgresLog = deps.postgresLogs.follow(ref, data.dataDir)
  // Ends after the cluster, whose last lines say why it stopped.
  start.undo.push(() => postgresLog.stop())
  if (deps.backups && archiveSettings(deps.engine))
    start.undo.push(archive(deps, deps.backups, { ref, data }))
  const { cluster, socketDir, conf } = await openCluster(deps, start, {
    data,
    settings: records.settings,
    size: findComputeSize(records.instance.compute_size),
  })
  const endpoint = ownEndpoint(socketDir)
  const live: Live = { ownerPassword: records.secrets.databasePassword }
  const inTime = createStartDeadline(deps.startDeadlineMs)
  const found = { records, data, endpoint, live }
  const migrationFaults = await applyMigrations(deps, start, { ...found, inTime })
  const { database, disk } = openDatabase(deps, start, found)
  const { project, isHeld } = createProject(deps, ref, { records, data, database })
  const services = createServiceStates({ ...deps, project, migrationFaults })
  // A release counts as applied only if every migration succeeded; the next wake retries the rest.
  const release = migrationFaults.size === 0 ? records.release : null
  await inTime(() => startServices(deps, start, { services, release }))
  if (start.crash !== undefined) throw new Error(`The database stopped (${start.crash})`)
  start.isUp = true
  const applySettings = async () => {
    if (await conf.write()) cluster.reload()
  }
  // They can have changed since the cluster read them.
  if (conf.state().failure === null) await applySettings()
  // Finds and repairs logins that the owner has broken since the last start. No request waits for
  // it.
  void services.check()
  // Records the last figures of a project that goes to sleep or is paused.
  start.undo.push(async () => {
    if (start.crash === undefined) await deps.measure(project)
  })
  const pooler = deps.poolers.add(records.instance, { account: data.account, project })
  start.undo.push(() => pooler.stop())
  const replicas = deps.replicas.start(records.instance)
  start.undo.push((pace) => replicas.stop(pace))
  return {
    project,
    socketDir,
    live,
    services,
    pid: () => cluster.pid,
    isBusy: () => isHeld() || database.load().active > 0,
    applySettings,
    confState: conf.state,
    protectDisk: (protection) => disk.apply(database, protection),
    closedReason: disk.closedReason,
    isDataGone: data.identity.isGone,
    abort: cluster.abort,
    stop: (pace) => undoStart(start, pace),
  }
}

/** Ends after the cluster too, whose last WAL is finished only when it stops. */
function archive(
  { folders, passwords }: StartDeps,
  backups: Backups,
  { ref, data }: { readonly ref: string; readonly data: ProjectData },
): () => Promise<void> {
  const archiving = backups.follow({
    ref,
    dataDir: data.dataDir,
    account: data.account,
    endpoint: ownEndpoint(path.join(folders.sockets, ref)),
    password: passwords.of(ref, SUPERUSER),
  })
  return () => archiving.stop()
}

/** Sets passwords and applies migrations where something has changed since the last start. */
async function applyMigrations(
  deps: StartDeps,
  { ref, step }: Start,
  {
    records: { instance, secrets },
    data: { isFresh, isCurrent },
    endpoint,
    live,
    inTime,
  }: {
    readonly records: StartRecords
    readonly data: ProjectData
    readonly endpoint: OwnEndpoint
    readonly live: Live
    readonly inTime: StartDeadline
  },
): Promise<MigrationFaults> {
  if (!isFresh && isCurrent && secrets.pendingPassword === undefined) return noFaults
  return inTime((deadlineMs) =>
    prepareDatabase(deps, {
      ref,
      secrets,
      endpoint,
      live,
      isFresh,
      isCurrent,
      originRef: instance.origin?.ref ?? null,
      step,
      // Leaves time for the other services if one hangs.
      migrationMs: deadlineMs / 3,
    }),
  )
}

function createProject(
  { storedParts }: Pick<StartDeps, 'storedParts'>,
  ref: string,
  {
    records: { keys, settings },
    data: { dataDir, account },
    database,
  }: { readonly records: StartRecords; readonly data: ProjectData; readonly database: Database },
): { readonly project: Project; readonly isHeld: () => boolean } {
  let holds = 0
  const project: Project = {
    ...storedParts(ref),
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
  return { project, isHeld: () => holds > 0 }
}

async function startServices(
  deps: Pick<StartDeps, 'started' | 'instances' | 'engine'>,
  { ref, step, undo }: Start,
  { services, release }: { readonly services: ServiceStates; readonly release: string | null },
): Promise<void> {
  undo.push(async () => {
    deps.started.delete(ref)
    await services.stop()
  })
  // From here on, changed settings reach the services, even while they start.
  deps.started.set(ref, services)
  const { kind, version } = deps.engine
  await step('services', () =>
    Promise.all([
      deps.instances.setCompute(ref, 'running', { kind, version, release }),
      services.start(),
    ]),
  )
}

function once(work: () => void): () => void {
  let isDone = false
  return () => {
    if (!isDone) work()
    isDone = true
  }
}
