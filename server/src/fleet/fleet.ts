import type { Clock } from '../lib/clock.ts'
import { AppError } from '../lib/errors.ts'
import type { Log } from '../lib/log.ts'
import type { Within } from '../postgres/within.ts'
import { createSecretBox } from '../lib/secret-box.ts'
import { SOCKET_PORT } from '../postgres/cluster.ts'
import type { Database } from '../postgres/database.ts'
import { createJobs, type ControlConnection } from '../postgres/jobs.ts'
import { ADVANCE, createAdvance } from './lifecycle/advance.ts'
import { addAdvance, command } from './lifecycle/commands.ts'
import { createPasswordChange } from './machine/database-password.ts'
import { MIN_FREE_BYTES, requireFreeSpace } from './copies/disk.ts'
import { createInstances, toInstance } from './records/instances.ts'
import { createKeyStore } from '../project/keys/key-store.ts'
import { generateApiKeys } from '../project/keys/api-keys.ts'
import { createMachines } from './machine/machines.ts'
import { createPasswords } from './machine/passwords.ts'
import type { Fleet, Instance } from './port.ts'
import { findInstances } from './records/queries.ts'
import { reconcile } from './lifecycle/reconcile.ts'
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
  /** A project that nobody has asked for so long sleeps, in milliseconds. */
  readonly idleAfterMs: number
  readonly log: Log
  /** A project's status or compute has changed; called after the change is recorded. */
  readonly onChange?: (ref: string) => void
  /** New projects are refused when the disk has less room, in bytes. */
  readonly minFreeBytes?: number
}

const LONGEST_SWEEP_MS = 10_000

/** The fleet of this server: one process owns an installation's projects. `start` it before use. */
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
  const keys = createKeyStore({ records: instances, box, clock, log })
  const templates = createProjectTemplates(deps)
  const spares = createSpares({ ...deps, templates, folder: folders.projects })
  const startDeps = { ...deps, instances, keys, passwords, templates, spares }
  const machines = createMachines({
    ...deps,
    instances,
    start: (ref, onCrash) => startProject(startDeps, ref, onCrash),
  })
  const advance = createAdvance({
    ...deps,
    instances,
    spares,
    machineOf: machines.of,
    forgetMachine: machines.forget,
  })
  const jobs = createJobs({
    connection: deps.controlConnection,
    tasks: { [ADVANCE]: advance },
    log,
  })
  const wake = createWake({ ...deps, instances, machines })
  const changePassword = createPasswordChange({ instances, acquire: hold })
  let sweeper: NodeJS.Timeout | undefined
  let isStopping = false

  async function hold(ref: string): Promise<Held> {
    if (isStopping) throw stopping()
    const machine = machines.peek(ref)
    const running = machine?.hold()
    return machine && running ? { machine, running } : wake(ref)
  }

  async function send(ref: string, event: FleetCommand, within?: Within): Promise<Instance> {
    const instance = await command({ instances, jobs }, ref, { event, within })
    // From the commit on nobody new gets in; whoever is in is shown out by the job.
    if (!SERVING.includes(instance.status)) machines.peek(ref)?.close()
    return toInstance(instance)
  }

  return {
    async create(tx, { ref, databasePassword }) {
      await requireFreeSpace(folders.projects, deps.minFreeBytes ?? MIN_FREE_BYTES)
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
          (error: unknown) => log.warn({ error, ref }, 'A project could not be woken.'),
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
    settings: (ref) => instances.settings(ref),
    async updateSettings(ref, change) {
      const settings = await instances.changeSettings(ref, change)
      const running = machines.peek(ref)?.running
      if (running) running.live.settings = settings
      return settings
    },
    async acquire(ref) {
      const held = await hold(ref)
      return { project: held.running.project, release: releaseOnce(held) }
    },
    async acquireSocket(ref) {
      const held = await hold(ref)
      const { socketDir } = held.running
      return { socketDir, port: SOCKET_PORT, release: releaseOnce(held) }
    },
    waitWhile: async (ref, statuses, timeoutMs) =>
      toInstance(await instances.waitWhile(ref, statuses, timeoutMs)),
    async start() {
      await jobs.prepare()
      // Before the first job: what it finds running is the last server's.
      await reconcile({ instances, jobs, folders, log })
      await jobs.start()
      spares.replenish('now')
      const sweepMs = Math.min(LONGEST_SWEEP_MS, Math.max(50, deps.idleAfterMs / 4))
      sweeper = setInterval(() => void machines.sweep(), sweepMs)
      sweeper.unref()
    },
    async stop() {
      isStopping = true
      clearInterval(sweeper)
      await Promise.all([jobs.stop(), spares.settle()])
      await machines.stopAll()
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
    hint: 'Try again when it is back.',
    retryAfter: 5,
  })
