import { availableParallelism } from 'node:os'
import { postgresSettings } from '@stoa/contract/platform/postgres-settings'
import { machineMemory } from '../lib/machine-memory.ts'
import type { Within } from '../postgres/within.ts'
import { countJobs, type Jobs } from '../postgres/jobs.ts'
import { addAdvance, command } from './lifecycle/commands.ts'
import { createPasswordChange } from './machine/database-password.ts'
import type { FleetDeps } from './deps.ts'
import { requireFreeSpace, RESERVED_BYTES } from './disk/free-space.ts'
import { createFleetRecords, type FleetRecords } from './records/fleet-records.ts'
import { toInstance } from './records/instances.ts'
import { toUsageHour } from './services/meters.ts'
import { generateApiKeys } from '../project/keys/api-keys.ts'
import { createFleetMachines, type FleetMachines } from './machine/fleet-machines.ts'
import type { Fleet, Instance } from './port.ts'
import { copyDiskLimit, findInstances, saveComputeSize, saveDiskLimit } from './records/queries.ts'
import { projectNotFound } from '../project/refusals.ts'
import type { LastRun } from './lifecycle/advance.ts'
import { createFleetJobs, createServiceJobs, createUpkeepJobs } from './lifecycle/fleet-jobs.ts'
import { createLeases, type Leases } from './lifecycle/leases.ts'
import { createFleetLooks } from './looks/fleet-looks.ts'
import type { OwnLooks } from './looks/looks.ts'
import { createReplicaCommands } from './replicas/replica-commands.ts'
import { createRestoreCommands } from './restores/restore-commands.ts'
import { keptBytes } from './restores/former-data.ts'
import { createRetirement } from './lifecycle/retirement.ts'
import { prepareFleet, runFleet, stopFleet } from './lifecycle/run-fleet.ts'
import { SERVING, type FleetCommand } from './lifecycle/status.ts'

type FleetState = {
  readonly deps: FleetDeps
  readonly records: FleetRecords
  readonly parts: FleetMachines
  readonly leases: Leases
  readonly jobs: Jobs
  readonly serviceJobs: Jobs
  readonly upkeepJobs: Jobs
  readonly looks: OwnLooks
  readonly run: Run
}

type Run = {
  isStopping: boolean
  /** Until the start, no cluster of an earlier server is known. */
  lastRun: LastRun
  intervals: { stop(): void } | undefined
}

/** This server's fleet: one process owns an installation's projects. Call `start` before use. */
export function createFleet(deps: FleetDeps): Fleet {
  const fleet = createParts(deps)
  return {
    ...projectCommands(fleet),
    ...retirement(fleet),
    ...restores(fleet),
    looks: fleet.looks,
    ...replicas(fleet),
    ...projectRecords(fleet),
    ...projectServices(fleet),
    acquire: fleet.leases.acquire,
    acquireForNode: fleet.leases.acquireForNode,
    acquireSocket: fleet.leases.acquireSocket,
    async acquirePooler(ref) {
      const lease = await fleet.leases.acquireSocket(ref)
      try {
        return { ...lease, ...(await fleet.parts.poolers.open(ref)) }
      } catch (error) {
        lease.release()
        throw error
      }
    },
    pgbouncer: deps.pgbouncer,
    ...lifecycle(fleet),
  }
}

function createParts(deps: FleetDeps): FleetState {
  const run: Run = { isStopping: false, lastRun: async () => {}, intervals: undefined }
  const lastRun: LastRun = (ref) => run.lastRun(ref)
  const records = createFleetRecords(deps, () => serviceJobs)
  const parts = createFleetMachines(deps, records, lastRun)
  const leases = createLeases({ ...parts, isStopping: () => run.isStopping })
  const jobs = createFleetJobs(deps, { records, parts, lastRun, upkeepJobs: () => upkeepJobs })
  const serviceJobs = createServiceJobs(deps, records, leases)
  const upkeepJobs = createUpkeepJobs(deps, records, parts)
  const looks = createFleetLooks(deps, records, parts)
  return { deps, records, parts, leases, jobs, serviceJobs, upkeepJobs, looks, run }
}

/** Creations and changes of the status. */
function projectCommands(
  fleet: FleetState,
): Pick<
  Fleet,
  'create' | 'pause' | 'resume' | 'restart' | 'retry' | 'resize' | 'capacity' | 'waitWhile'
> {
  const { deps, records, leases, jobs, run } = fleet
  const { instances, keys, settings } = records
  return {
    async create(tx, { ref, databasePassword, origin = null, computeSize = null }) {
      await requireFreeSpace(deps.freeBytes, deps.folders.projects, RESERVED_BYTES)
      const secrets = { keys: generateApiKeys(ref, deps.clock.now()), databasePassword }
      const instance = await instances.insert(tx, ref, secrets, { origin, computeSize })
      if (origin) {
        await settings.copy(tx, origin.ref, ref)
        await copyDiskLimit(tx, origin.ref, ref)
      }
      await keys.adopt(tx, ref)
      await addAdvance(jobs, tx, instance)
      return toInstance(instance)
    },
    pause: (ref, within) => send(fleet, ref, { event: 'pause', within }),
    async resume(ref, within) {
      const instance = await send(fleet, ref, { event: 'resume', within })
      if (SERVING.includes(instance.status) && !run.isStopping)
        leases.hold(ref).then(
          ({ machine }) => machine.release(),
          (error: unknown) => deps.log.warn({ error, ref }, 'Could not start a sleeping project.'),
        )
      return instance
    },
    restart: (ref, within) => send(fleet, ref, { event: 'restart', within }),
    retry: (ref, within) => send(fleet, ref, { event: 'retry', within }),
    resize: (ref, size, within) =>
      send(fleet, ref, {
        event: 'resize',
        within: async (tx) => {
          if ((await saveComputeSize(tx, ref, size)) === 0) throw projectNotFound()
          await within?.(tx)
        },
      }),
    async capacity() {
      const isLimited = await fleet.parts.groups.isAvailable()
      return { memoryBytes: machineMemory(), cores: availableParallelism(), isLimited }
    },
    waitWhile: async (ref, statuses, timeoutMs) =>
      toInstance(await instances.waitWhile(ref, statuses, timeoutMs)),
  }
}

/** Deletions, which can be taken back for a time. */
const retirement = ({ deps, records, parts, jobs, looks }: FleetState) =>
  createRetirement({
    ...deps,
    instances: records.instances,
    jobs,
    close(ref) {
      parts.machines.peek(ref)?.close()
      looks.forget(ref)
    },
  })

/** Backups that become a project's data again. */
const restores = ({ deps, records, parts, jobs, upkeepJobs }: FleetState) =>
  createRestoreCommands({
    ...deps,
    instances: records.instances,
    jobs,
    upkeepJobs,
    close: (ref) => parts.machines.peek(ref)?.close(),
  })

/** Second clusters of projects that can only be read. */
const replicas = ({ deps, records, parts, leases }: FleetState) =>
  createReplicaCommands({ ...deps, ...parts, instances: records.instances, leases })

async function send(
  { records, parts, jobs }: FleetState,
  ref: string,
  { event, within }: { readonly event: FleetCommand; readonly within: Within | undefined },
): Promise<Instance> {
  const instance = await command({ instances: records.instances, jobs }, ref, { event, within })
  // After the commit no new lease is granted; the job ends the existing ones.
  if (!SERVING.includes(instance.status)) parts.machines.peek(ref)?.close()
  return toInstance(instance)
}

/** The records of a project, whether or not it runs. */
function projectRecords({
  deps,
  records,
  parts,
  leases,
}: FleetState): Pick<
  Fleet,
  | 'get'
  | 'list'
  | 'secrets'
  | 'keys'
  | 'setDatabasePassword'
  | 'settings'
  | 'latestSettings'
  | 'updateSettings'
  | 'changePostgresSettings'
  | 'confState'
  | 'stored'
  | 'storedParts'
> {
  const { instances, keys, settings, stored } = records
  const changePassword = createPasswordChange({ instances, acquire: leases.hold })
  return {
    async get(ref) {
      const instance = await instances.find(ref)
      return instance && toInstance(instance)
    },
    list: async (refs) => (await findInstances(instances.session(), refs)).map(toInstance),
    async secrets(ref) {
      const { databasePassword, pendingPassword } = await instances.secrets(ref)
      const defaults = await keys.defaults(ref)
      return { keys: defaults, databasePassword: pendingPassword ?? databasePassword }
    },
    keys,
    async setDatabasePassword(ref, password, within) {
      await changePassword(ref, password, within)
      parts.poolers.changed(ref)
    },
    settings: settings.read,
    latestSettings: (ref) =>
      parts.machines.peek(ref)?.running?.project.settings ?? settings.read(ref),
    async updateSettings(ref, section, change, within) {
      const values = await settings.change(ref, section, change, within)
      parts.started.get(ref)?.settingsChanged(section)
      parts.poolers.changed(ref)
      return values
    },
    async changePostgresSettings(ref, change, within) {
      const values = await settings.change(ref, postgresSettings, change, within)
      await parts.machines
        .peek(ref)
        ?.running?.applySettings()
        .catch((err: unknown) =>
          deps.log.warn({ ref, err }, 'Settings of Postgres apply at the next start.'),
        )
      return values
    },
    confState: (ref) => parts.machines.peek(ref)?.running?.confState(),
    stored: stored.read,
    storedParts: stored.parts,
  }
}

/** The state of a project's services, its disk and its usage. */
function projectServices({
  deps,
  records,
  parts,
  looks,
}: FleetState): Pick<
  Fleet,
  | 'checkServices'
  | 'faultOf'
  | 'disk'
  | 'setDiskLimit'
  | 'usage'
  | 'usageOfAll'
  | 'running'
  | 'countJobs'
  | 'overview'
> {
  const { instances, settings, usage, meters, overviews } = records
  const { started, diskGuard, machines } = parts
  return {
    checkServices: async (ref) =>
      (await started.get(ref)?.check()) ??
      deps.services.map((service) => ({ service, fault: undefined })),
    faultOf: (ref, service) => started.get(ref)?.lastFaultOf(service),
    async disk(ref) {
      if (!(await instances.find(ref))) throw projectNotFound()
      const [use, kept, looked] = await Promise.all([
        diskGuard.read(ref),
        keptBytes(instances.session(), deps.folders, ref),
        looks.bytes(ref),
      ])
      return { ...use, usedBytes: use.usedBytes + kept + looked }
    },
    async setDiskLimit(ref, bytes, within) {
      await instances.session().transaction(async (tx) => {
        if ((await saveDiskLimit(tx, ref, bytes)) === 0) throw projectNotFound()
        await within?.(tx)
      })
      diskGuard.limitChanged(ref)
    },
    usage: async (ref, from) =>
      (await usage.read(ref, from)).map((row) => toUsageHour(meters, row)),
    usageOfAll: async (from) =>
      (await usage.readAll(from)).map((row) => ({ ref: row.ref, ...toUsageHour(meters, row) })),
    running: () =>
      [...machines.running()].map(([ref, { project, pid }]) => ({
        project,
        pid: pid(),
        diskBytes: diskGuard.lastSize(ref),
      })),
    countJobs: () => countJobs(instances.session()),
    overview: async (ref) =>
      overviews.read(ref, {
        settings: await settings.read(ref),
        running: machines.peek(ref)?.running?.project,
      }),
  }
}

function lifecycle(fleet: FleetState): Pick<Fleet, 'start' | 'interrupt' | 'stop'> {
  const { deps, parts, run } = fleet
  return {
    async start() {
      run.lastRun = await prepareFleet(fleet)
      run.intervals = await runFleet(fleet)
    },
    async interrupt() {
      const interrupted = [...parts.machines.running()].map(([ref, { project }]) =>
        project.database
          .interrupt()
          .catch((error: unknown) => deps.log.warn({ ref, err: error }, 'Statements still run.')),
      )
      await Promise.all(interrupted)
    },
    async stop() {
      run.isStopping = true
      run.intervals?.stop()
      await stopFleet(fleet)
    },
  }
}
