import type { Clock } from '../lib/clock.ts'
import { withDeadline } from '../lib/deadline.ts'
import { AppError } from '../lib/errors.ts'
import type { FreeBytes } from '../lib/free-bytes.ts'
import type { Log } from '../lib/log.ts'
import type { Outgoing } from '../lib/outgoing.ts'
import type { Within } from '../postgres/within.ts'
import { createSecretBox } from '../lib/secret-box.ts'
import { SOCKET_PORT } from '../postgres/clusters/socket-folder.ts'
import { createDiskBudget } from '../postgres/wire/disk-budget.ts'
import type { Database } from '../postgres/database.ts'
import { createJobs, type ControlConnection } from '../postgres/jobs.ts'
import { ADVANCE, createAdvance, type LastRun } from './lifecycle/advance.ts'
import { addAdvance, command } from './lifecycle/commands.ts'
import { createPasswordChange } from './machine/database-password.ts'
import { createDiskGuard } from './disk/disk-guard.ts'
import { requireFreeSpace, RESERVED_BYTES } from './disk/free-space.ts'
import { createInstances, toInstance } from './records/instances.ts'
import { createSettingsStore } from './records/settings-store.ts'
import { metersOf, toUsageHour } from './services/meters.ts'
import { createServiceFolders } from './services/service-folders.ts'
import { createAddServiceJob, createServiceTasks } from './services/service-jobs.ts'
import type { ServiceStates } from './services/service-states.ts'
import { createStoredProjects } from './services/stored-projects.ts'
import { createOverviews } from './services/overviews.ts'
import { createUsage } from './services/usage.ts'
import { createKeyStore } from '../project/keys/key-store.ts'
import { generateApiKeys } from '../project/keys/api-keys.ts'
import { watchDataFolder } from './machine/data-watch.ts'
import { createMachines, recordUnhealthy } from './machine/machines.ts'
import { createPasswords } from './machine/passwords.ts'
import type { Fleet, Instance, Lease } from './port.ts'
import { diskLimits, findInstances, saveDiskLimit } from './records/queries.ts'
import { projectNotFound } from '../project/refusals.ts'
import { reconcile } from './lifecycle/reconcile.ts'
import { createClusterAccounts } from '../postgres/clusters/accounts.ts'
import { createControlGroups } from '../postgres/processes/control-groups.ts'
import { createSpares } from './copies/spares.ts'
import { startProject } from './machine/start-project.ts'
import { SERVING, type FleetCommand } from './lifecycle/status.ts'
import { createProjectTemplates, type TemplateDeps } from './copies/template.ts'
import { createWake, type Held } from './lifecycle/wake.ts'

export type FleetDeps = TemplateDeps & {
  /** The control-plane database, with `fleetMigrations` applied. */
  readonly control: Database
  /** The same database, for the job queue's own connections. */
  readonly controlConnection: ControlConnection
  readonly clock: Clock
  readonly apiUrl: (ref: string) => string
  /** A project without requests for this many milliseconds goes to sleep. */
  readonly idleAfterMs: number
  readonly log: Log
  /** Called after a change of a project's status or compute is recorded. */
  readonly onChange?: (ref: string) => void
  readonly freeBytes: FreeBytes
  /** Connections to other services whose tokens projects accept. */
  readonly outgoing: Outgoing
  /** The most memory that one project's Postgres can use, where the system can limit it. */
  readonly memoryLimitBytes: number
  /** Whether clusters with an account of their own run without a network. */
  readonly withoutNetwork?: boolean
  /** How long the statements of a project's start may take; three minutes by default. */
  readonly startDeadlineMs?: number
}

/** Limits the disk space of all projects' long responses until they are read. */
const MAX_LONG_TEXT_BYTES = 8 * 1024 * 1024 * 1024

const LONGEST_SWEEP_MS = 10_000
const DISK_CHECK_MS = 2000
/** Longer than a queue waits for its running jobs. */
const JOBS_DEADLINE_MS = 4000

/** This server's fleet: one process owns an installation's projects. Call `start` before use. */
export function createFleet(deps: FleetDeps): Fleet {
  const { clock, log, folders } = deps
  const passwords = createPasswords(deps.installationKey)
  const box = createSecretBox(deps.installationKey, 'project-secrets')
  const instances = createInstances({
    control: deps.control,
    box,
    clock,
    onChange: deps.onChange,
  })
  const keys = createKeyStore({ ...deps, records: instances, box })
  const { services } = deps
  const settings = createSettingsStore(instances.session, box)
  const serviceFolders = createServiceFolders(folders.files, services)
  const meters = metersOf(services)
  const usage = createUsage({ session: instances.session, clock, log })
  const overviews = createOverviews({ services, session: instances.session, clock, log })
  const addJob = createAddServiceJob({ jobs: () => serviceJobs, instances, services })
  const stored = createStoredProjects({
    ...deps,
    settings,
    folders: serviceFolders,
    usage,
    meters,
    addJob,
  })
  const started = new Map<string, ServiceStates>()
  const templates = createProjectTemplates(deps)
  const { account: shared } = deps
  const accounts = createClusterAccounts({ ...deps, shared, folder: folders.projects })
  const groups = createControlGroups({
    folder: folders.projects,
    limits: { memoryBytes: deps.memoryLimitBytes },
    log,
  })
  const spares = createSpares({ ...deps, accounts, templates, folder: folders.projects })
  const startDeps = {
    ...deps,
    instances,
    keys,
    settingsStore: settings,
    passwords,
    templates,
    accounts,
    groups,
    spares,
    serviceFolders,
    storedParts: stored.parts,
    measure: overviews.measure,
    onDamaged: (ref: string, error: AppError) =>
      recordUnhealthy(instances, ref, { error, at: clock.now() }).catch((cause: unknown) =>
        log.error({ ref, err: cause }, 'Could not record that a catalog is damaged.'),
      ),
    started,
    longTextBudget: createDiskBudget(MAX_LONG_TEXT_BYTES),
  }
  const machines = createMachines({
    ...deps,
    instances,
    async start(ref, onCrash) {
      await lastRun(ref)
      const running = await startProject(startDeps, ref, onCrash)
      await diskGuard
        .admit(ref, running)
        .catch((error: unknown) => log.error({ error, ref }, 'The disk could not be checked.'))
      return running
    },
  })
  const advance = createAdvance({
    ...deps,
    instances,
    accounts,
    spares,
    lastRun: (ref) => lastRun(ref),
    machineOf: machines.of,
    forgetMachine(ref) {
      machines.forget(ref)
      diskGuard.forget(ref)
    },
    serviceFolders,
  })
  const jobs = createJobs({
    connection: deps.controlConnection,
    tasks: { [ADVANCE]: advance },
    log,
  })
  // Service jobs have their own worker, so a slow one never delays the start of a project.
  const serviceJobs = createJobs({
    connection: deps.controlConnection,
    ...createServiceTasks({ ...deps, instances, acquire, readStored: stored.read, addJob }),
    log,
  })
  const wake = createWake({ ...deps, instances, machines })
  const changePassword = createPasswordChange({ instances, acquire: hold })
  const diskGuard = createDiskGuard({
    projects: folders.projects,
    freeBytes: deps.freeBytes,
    limitsOf: (refs) => diskLimits(instances.session(), refs),
    clock,
    log,
  })
  let sweeper: NodeJS.Timeout | undefined
  let diskChecker: NodeJS.Timeout | undefined
  let dataWatch: { close(): void } | undefined
  let isStopping = false
  let lastRun: LastRun = async () => {}

  function holdAwake(ref: string): Held | undefined {
    if (isStopping) throw stopping()
    const machine = machines.peek(ref)
    const running = machine?.hold()
    return machine && running && { machine, running }
  }
  async function hold(ref: string): Promise<Held> {
    return holdAwake(ref) ?? wake(ref)
  }

  const leaseOf = (held: Held): Lease => ({
    project: held.running.project,
    faultOf: held.running.services.faultOf,
    isOver: () => held.machine.isClosed(held.running),
    release: releaseOnce(held),
  })
  function acquire(ref: string): Lease | Promise<Lease> {
    const held = holdAwake(ref)
    return held ? leaseOf(held) : wake(ref).then(leaseOf)
  }

  async function send(ref: string, event: FleetCommand, within?: Within): Promise<Instance> {
    const instance = await command({ instances, jobs }, ref, { event, within })
    // After the commit no new lease is granted; the job ends the existing ones.
    if (!SERVING.includes(instance.status)) machines.peek(ref)?.close()
    return toInstance(instance)
  }

  return {
    async create(tx, { ref, databasePassword }) {
      await requireFreeSpace(deps.freeBytes, folders.projects, RESERVED_BYTES)
      const secrets = { keys: generateApiKeys(ref, clock.now()), databasePassword }
      const instance = await instances.insert(tx, ref, secrets)
      await keys.adopt(tx, ref)
      await addAdvance(jobs, tx, instance)
      return toInstance(instance)
    },
    async get(ref) {
      const found = await instances.find(ref)
      return found && toInstance(found)
    },
    list: async (refs) => (await findInstances(instances.session(), refs)).map(toInstance),
    pause: (ref, within) => send(ref, 'pause', within),
    async resume(ref, within) {
      const instance = await send(ref, 'resume', within)
      if (SERVING.includes(instance.status) && !isStopping)
        hold(ref).then(
          ({ machine }) => machine.release(),
          (error: unknown) => log.warn({ error, ref }, 'Could not start a sleeping project.'),
        )
      return instance
    },
    restart: (ref, within) => send(ref, 'restart', within),
    retry: (ref, within) => send(ref, 'retry', within),
    remove: (ref, within) => send(ref, 'remove', within),
    async secrets(ref) {
      const { databasePassword, pendingPassword } = await instances.secrets(ref)
      const defaults = await keys.defaults(ref)
      return { keys: defaults, databasePassword: pendingPassword ?? databasePassword }
    },
    keys,
    setDatabasePassword: changePassword,
    settings: settings.read,
    async updateSettings(ref, section, change, within) {
      const values = await settings.change(ref, section, change, within)
      started.get(ref)?.settingsChanged(section)
      return values
    },
    stored: stored.read,
    storedParts: stored.parts,
    checkServices: async (ref) =>
      (await started.get(ref)?.check()) ??
      services.map((service) => ({ service, fault: undefined })),
    faultOf: (ref, service) => started.get(ref)?.lastFaultOf(service),
    async disk(ref) {
      if (!(await instances.find(ref))) throw projectNotFound()
      return diskGuard.read(ref)
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
    overview: async (ref) =>
      overviews.read(ref, {
        settings: await settings.read(ref),
        running: machines.peek(ref)?.running?.project,
      }),
    acquire,
    async acquireForNode(ref) {
      const held = await hold(ref)
      return {
        ...leaseOf(held),
        socketDir: held.running.socketDir,
        port: SOCKET_PORT,
        isOver: () => held.machine.running !== held.running || held.machine.isClosed(held.running),
      }
    },
    async acquireSocket(ref) {
      const held = await hold(ref)
      const { socketDir } = held.running
      const closed = held.running.closedReason()
      if (closed) {
        held.machine.release()
        throw closed
      }
      const { isOver, release } = leaseOf(held)
      return { socketDir, port: SOCKET_PORT, isOver, release }
    },
    waitWhile: async (ref, statuses, timeoutMs) =>
      toInstance(await instances.waitWhile(ref, statuses, timeoutMs)),
    async start() {
      await jobs.prepare()
      await serviceJobs.prepare()
      // This runs before the first job, so every cluster it finds running is the last server's.
      ;[lastRun] = await Promise.all([
        reconcile({ instances, jobs, folders, serviceFolders, accounts, log }),
        accounts.prepare(),
        groups.prepare(),
      ])
      await jobs.start()
      await serviceJobs.start()
      usage.start()
      spares.replenish('now')
      const sweepMs = Math.min(LONGEST_SWEEP_MS, Math.max(50, deps.idleAfterMs / 4))
      sweeper = setInterval(() => void machines.sweep(), sweepMs)
      sweeper.unref()
      const checkMs = Math.min(DISK_CHECK_MS, sweepMs)
      diskChecker = setInterval(() => {
        void machines.abandonMissing()
        void diskGuard.check(machines.running())
      }, checkMs)
      diskChecker.unref()
      const onChange = () => void machines.abandonMissing()
      dataWatch = watchDataFolder(folders.projects, { log, onChange })
    },
    async interrupt() {
      const interrupted = [...machines.running()].map(([ref, { project }]) =>
        project.database
          .interrupt()
          .catch((error: unknown) => log.warn({ ref, err: error }, 'Statements still run.')),
      )
      await Promise.all(interrupted)
    },
    async stop() {
      isStopping = true
      clearInterval(sweeper)
      clearInterval(diskChecker)
      dataWatch?.close()
      // A queue that cannot be stopped must not keep the projects from stopping in order.
      await withDeadline(JOBS_DEADLINE_MS, () =>
        Promise.all([jobs.stop(), serviceJobs.stop(), spares.settle()]),
      ).catch((error: unknown) => log.error({ err: error }, 'The jobs did not stop.'))
      await machines.stopAll()
      await groups.close()
      await usage.stop()
    },
  }
}

function releaseOnce({ machine }: Held): () => void {
  let isReleased = false
  return () => {
    if (isReleased) return
    isReleased = true
    machine.release()
  }
}

const stopping = () =>
  new AppError('server_stopping', 'The server is stopping.', {
    status: 503,
    hint: 'Try again once it has restarted.',
    retryAfter: 5,
  })
