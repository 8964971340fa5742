import { createInstances } from '../src/fleet/records/instances.ts'
import { createKeyStore } from '../src/project/keys/key-store.ts'
import { generateApiKeys } from '../src/project/keys/api-keys.ts'
import type { Origin } from '../src/fleet/copies/origins.ts'
import type {
  Fleet,
  Instance,
  KeptState,
  ProjectReplica,
  ProjectSecrets,
} from '../src/fleet/port.ts'
import { newIdentifier, refOfReplica } from '../src/fleet/replicas/names.ts'
import { replicaNotFound } from '../src/fleet/replicas/refusals.ts'
import { createSettingsStore } from '../src/fleet/records/settings-store.ts'
import { systemClock } from '../src/lib/clock.ts'
import { AppError } from '../src/lib/errors.ts'
import { silentLog } from '../src/lib/log.ts'
import { createOutgoing } from '../src/lib/outgoing.ts'
import { createSecretBox } from '../src/lib/secret-box.ts'
import { postgresSettings } from '@stoa/contract/platform/postgres-settings'
import type { Project } from '../src/project/project.ts'
import { databaseUnavailable } from '../src/postgres/unavailable.ts'
import type { Within } from '../src/postgres/within.ts'
import type { TestControlPlane } from './control-plane.ts'
import { testServices } from './services.ts'
import { rememberedLooks } from './remembered-looks.ts'
import { testStoredParts } from './stored-parts.ts'

export type RememberedFleet = Fleet & {
  /** Changes a project's instance, as if the fleet had done it. */
  become(ref: string, change: Partial<Instance>): void
  /** The calls that began a restore or a verification, in order. */
  readonly restores: readonly unknown[]
  /** Keeps a state of the project from before a restore, or none. */
  keep(ref: string, state: KeptState | undefined): void
  /** Makes a service of the project fail. */
  breakService(ref: string, service: string, error: AppError): void
  /** Makes the next creation or change of a status fail with this error, at the end of its transaction. */
  failNext(error: Error): void
  /** Replaces the usage counters of all projects. */
  countUsage(hours: Awaited<ReturnType<Fleet['usageOfAll']>>): void
  /** The origin with which a project was created. */
  originOf(ref: string): Origin | null | undefined
}

/** A fake fleet without machines: tests set the projects' statuses. The keys are real. */
export function createRememberedFleet(control: TestControlPlane): RememberedFleet {
  const box = createSecretBox(control.installationKey, 'project-secrets')
  const records = createInstances({ control: control.database, box, clock: systemClock })
  const keys = createKeyStore({
    records,
    box,
    clock: systemClock,
    log: silentLog,
    outgoing: createOutgoing({ allowsPrivate: true }),
  })
  const instances = new Map<string, Instance>()
  const replicas: ProjectReplica[] = []
  const secrets = new Map<string, ProjectSecrets>()
  const settings = createSettingsStore(records.session, box)
  const faults = new Map<string, AppError>()
  const limits = new Map<string, number>()
  const kept = new Map<string, KeptState>()
  const restores: unknown[] = []
  const origins = new Map<string, Origin | null>()
  const retired = new Map<string, Date>()
  let counted: Awaited<ReturnType<Fleet['usageOfAll']>> = []
  let failure: Error | undefined
  const get = (ref: string): Instance => {
    const found = instances.get(ref)
    if (!found) throw new AppError('project_not_found', 'No such project', { status: 404 })
    return found
  }
  const become = (ref: string, change: Partial<Instance>): Instance => {
    const next = { ...get(ref), ...change }
    instances.set(ref, next)
    return next
  }
  const failIfTold = () => {
    const error = failure
    failure = undefined
    if (error) throw error
  }
  const unused = () => Promise.reject(new Error('The platform has no use for this'))
  /** Changes the status only if the companion writes succeed, like the fleet's transaction. */
  const command =
    (status: Instance['status']) =>
    async (ref: string, within?: Within): Promise<Instance> => {
      await control.database.as('supabase_admin').transaction(async (tx) => {
        await within?.(tx)
        failIfTold()
      })
      return become(ref, { status })
    }
  return {
    become,
    restores,
    keep(ref, state) {
      if (state) kept.set(ref, state)
      else kept.delete(ref)
    },
    async restore(ref, target, within) {
      const instance = await command('RESTORING')(ref, within)
      restores.push({ ref, target })
      return instance
    },
    async reset(ref, origin, within) {
      const instance = await command('RESTORING')(ref, within)
      restores.push({ ref, reset: origin })
      return instance
    },
    cancelRestore: command('RESTORING'),
    keptState: async (ref) => kept.get(ref),
    undoRestore: command('RESTORING'),
    async confirmRestore(ref, within) {
      if (within) await control.database.as('supabase_admin').transaction((tx) => within(tx))
      kept.delete(ref)
    },
    async verifyBackup(ref, backupId, within) {
      if (within) await control.database.as('supabase_admin').transaction((tx) => within(tx))
      restores.push({ ref, verified: backupId })
    },
    looks: rememberedLooks((within) =>
      control.database.as('supabase_admin').transaction((tx) => within(tx)),
    ),
    breakService: (ref, service, error) => void faults.set(`${ref} ${service}`, error),
    failNext: (error) => void (failure = error),
    keys,
    originOf: (ref) => origins.get(ref),
    async create(tx, { ref, databasePassword, origin = null, computeSize = null }) {
      failIfTold()
      origins.set(ref, origin)
      if (origin) restores.push({ ref, origin })
      const instance: Instance = {
        ref,
        status: 'COMING_UP',
        compute: 'stopped',
        failure: null,
        engineVersion: null,
        createdAt: new Date(),
        lastActiveAt: new Date(),
        resetAt: null,
        computeSize,
      }
      instances.set(ref, instance)
      const first = { keys: generateApiKeys(ref, new Date()), databasePassword }
      secrets.set(ref, first)
      await records.insert(tx, ref, first)
      await keys.adopt(tx, ref)
      return instance
    },
    get: async (ref) => instances.get(ref),
    list: async (refs) => refs.flatMap((ref) => instances.get(ref) ?? []),
    pause: command('PAUSING'),
    resume: command('COMING_UP'),
    restart: command('RESTARTING'),
    retry: command('COMING_UP'),
    async resize(ref, size, within) {
      const instance = await command('RESIZING')(ref, within)
      become(instance.ref, { computeSize: size })
      return instance
    },
    capacity: async () => ({ memoryBytes: 4 * 1024 ** 3, cores: 2, isLimited: true }),
    async retire(ref, within) {
      const instance = await command('GOING_DOWN')(ref, within)
      retired.set(ref, new Date(Date.now() + 7 * 24 * 3600_000))
      return instance
    },
    async recover(ref, within) {
      const instance = await command('COMING_UP')(ref, within)
      retired.delete(ref)
      return instance
    },
    retired: async (refs) =>
      refs.flatMap((ref) => {
        const keptUntil = retired.get(ref)
        return keptUntil ? [{ ref, keptUntil }] : []
      }),
    async remove(ref, within) {
      const instance = await command('GOING_DOWN')(ref, within)
      retired.delete(ref)
      return instance
    },
    async secrets(ref) {
      const found = secrets.get(ref)
      if (!found) throw new AppError('project_not_found', 'No such project', { status: 404 })
      return { ...found, keys: await keys.defaults(ref) }
    },
    async setDatabasePassword(ref, databasePassword, within) {
      if (within) await control.database.as('supabase_admin').transaction((tx) => within(tx))
      secrets.set(ref, { ...(await this.secrets(ref)), databasePassword })
    },
    settings: settings.read,
    latestSettings: settings.read,
    updateSettings: settings.change,
    changePostgresSettings: (ref, change, within) =>
      settings.change(ref, postgresSettings, change, within),
    confState: () => undefined,
    stored: async (ref) => ({ ...testStoredParts(ref), settings: await settings.read(ref) }),
    storedParts: testStoredParts,
    checkServices: async (ref) =>
      testServices().map((service) => ({ service, fault: faults.get(`${ref} ${service.name}`) })),
    faultOf: (ref, service) => faults.get(`${ref} ${service}`),
    async disk(ref) {
      get(ref)
      return {
        usedBytes: 50_000_000,
        limitBytes: limits.get(ref) ?? 8_000_000_000,
        closedFromBytes: 10_000_000_000,
        readOnlySince: undefined,
        cause: undefined,
        isClosed: false,
      }
    },
    async setDiskLimit(ref, bytes, within) {
      if (within) await control.database.as('supabase_admin').transaction((tx) => within(tx))
      limits.set(ref, bytes)
    },
    usage: async () => [],
    usageOfAll: async (from) => counted.filter(({ hour }) => hour >= from),
    countUsage: (hours) => void (counted = hours),
    running: () => [],
    countJobs: async () => ({ due: 0, failed: 0 }),
    overview: async () => ({
      measured_at: null,
      figures: [],
      notices: [],
      sample_tables: [],
      has_requests: false,
    }),
    acquire: (ref) => {
      get(ref)
      return {
        // These projects have no database.
        get project(): Project {
          throw databaseUnavailable(undefined)
        },
        faultOf: () => undefined,
        isOver: () => false,
        release() {},
      }
    },
    acquireForNode: unused,
    acquireSocket: unused,
    acquirePooler: unused,
    pgbouncer: { version: '1.21.0' },
    acquireReplica: unused,
    replicas: async (ref) => replicas.filter((each) => refOfReplica(each.identifier) === ref),
    async addReplica(ref, region, within) {
      const replica: ProjectReplica = {
        identifier: newIdentifier(ref, region),
        region,
        createdAt: new Date(),
        phase: 'building',
        failure: null,
        lag: null,
        samples: [],
      }
      await control.database
        .as('supabase_admin')
        .transaction(async (tx) => within?.(tx, replica.identifier))
      replicas.push(replica)
      return replica
    },
    async removeReplica(ref, identifier, within) {
      const at = replicas.findIndex((each) => each.identifier === identifier)
      if (at < 0 || refOfReplica(identifier) !== ref) throw replicaNotFound()
      await control.database.as('supabase_admin').transaction(async (tx) => within?.(tx))
      replicas.splice(at, 1)
    },
    // Every change of this fleet is immediate.
    waitWhile: async (ref) => become(ref, {}),
    async start() {},
    async interrupt() {},
    async stop() {},
  }
}
