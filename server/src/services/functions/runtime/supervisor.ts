import { randomBytes } from 'node:crypto'
import os from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '../../../lib/errors.ts'
import type { RateLimit, RateLimiter } from '../../../lib/rate-limit.ts'
import type { KeyRing } from '../../../project/keys/key-ring.ts'
import type { Project } from '../../../project/project.ts'
import { databaseUrl, type DatabaseDoor } from '../database/door.ts'
import type { DatabaseLogin } from '../database/login.ts'
import type { FunctionVersion, VersionSource } from '../versions/version.ts'
import { denoArguments, type Registries } from './deno.ts'
import { functionEnvironment } from './environment.ts'
import { bootError, displaced, tooManyWorkers, unavailable, workerLimit } from '../errors.ts'
import type { RuntimeLimits } from './limits.ts'
import type { FunctionLogs } from './logs.ts'
import type { Place, Places } from './places.ts'
import { createProjectFiles } from './project-files.ts'
import { decideShare } from './shares.ts'
import { startWorker, type Worker } from './worker.ts'

/** The processes that run functions: one for each function with requests, kept while it is used. */
export type FunctionRuntime = {
  /** The open worker of this version, if there is one. */
  peek(project: Project, version: FunctionVersion): Worker | undefined
  /** An open worker of this version, started if there is none. Rejects with `BOOT_ERROR`. */
  workerOf(project: Project, version: FunctionVersion): Promise<Worker>
  /** Lets running requests finish and starts new processes for others, after a change of secrets. */
  renew(ref: string): void
  /** Ends everything of a project. */
  stop(ref: string): Promise<void>
  /** Removes everything kept for a project. */
  remove(ref: string): Promise<void>
  /** Ends everything. */
  end(): Promise<void>
}

export type RuntimeDeps = {
  readonly places: Places
  readonly secrets: VersionSource['secrets']
  readonly logs: FunctionLogs
  readonly limits: RuntimeLimits
  /** Whether functions can connect to private addresses. */
  readonly allowsPrivate: boolean
  readonly registries: Registries
  /** Where functions sign in to Postgres, and how. */
  readonly database: { readonly door: () => DatabaseDoor; readonly login: DatabaseLogin }
  /** The organization that a project counts towards. */
  readonly organizationOf: (ref: string) => Promise<string>
  /** Counts calls between functions of the same project. */
  readonly nestedCalls: RateLimiter
  readonly newId: () => string
}

type Slot = {
  readonly project: Project
  readonly version: FunctionVersion
  readonly keys: KeyRing
  readonly starting: Promise<Worker>
  worker: Worker | undefined
  /** Known before it asks for a slot. */
  organization: string
  /** Whether its process counts towards the maximum. */
  hasPlace: boolean
  usedAt: number
}

/** Limits calls between functions: one that calls itself twice would otherwise never end. */
const NESTED_CALLS: RateLimit = { burst: 1000, perMinute: 5000 }

/** How long a function waits for another one's process to become idle. */
const ROOM_MS = 5000
const ROOM_CHECK_MS = 50

const DISPLACED = 'The function was stopped: other organizations need the process.'
const DISK_FULL = 'The functions of the project were stopped: their files are too large together.'

/**
 * For this long after a failed start, further requests get the same error without starting
 * anything.
 */
const FAILURE_MS = 1000

export function createRuntime(deps: RuntimeDeps): FunctionRuntime {
  const { limits, places } = deps
  /** By project and function; a replaced one is only in `all`. */
  const current = new Map<string, Slot>()
  const all = new Set<Slot>()

  const files = createProjectFiles({
    stateOf(ref) {
      const own = [...all].filter(({ project }) => project.ref === ref)
      if (own.length === 0) return 'ended'
      return own.every(({ worker }) => worker?.isIdle()) ? 'idle' : 'busy'
    },
    hasSpace: (ref) => places.hasSpace(ref),
    onFull: stopForSpace,
  })

  const keyOf = ({ ref }: Project, { functionId }: FunctionVersion) => `${ref}/${functionId}`

  async function start(project: Project, version: FunctionVersion): Promise<Worker> {
    const executionId = deps.newId()
    const secrets = await deps.secrets(project)
    const database = await databaseOf(project)
    const env = functionEnvironment({
      project,
      version,
      executionId,
      secrets,
      databaseUrl: database?.url,
    })
    const place = await openPlace(project, version)
    try {
      const worker = await startWorker({
        project,
        version,
        place,
        executionId,
        env,
        door: database?.door,
        token: randomBytes(16).toString('hex'),
        denoArguments: denoArguments({
          ...place,
          heapMegabytes: limits.heapMegabytes,
          allowsPrivate: deps.allowsPrivate,
          registries: deps.registries,
          ownAddresses: ownAddresses(),
        }),
        registries: deps.registries,
        limits,
        logs: deps.logs,
        admitCall: () => deps.nestedCalls.take(project.ref, NESTED_CALLS),
      })
      void worker.ended.then(() => places.close(project.ref, place))
      files.watch(project.ref)
      return worker
    } catch (error) {
      await places.close(project.ref, place)
      throw error
    }
  }

  /** A function that does not use Postgres also runs without a connection. */
  async function databaseOf(project: Project) {
    try {
      const door = deps.database.door()
      return { door, url: await databaseUrl(project, { door, login: deps.database.login }) }
    } catch (error) {
      project.log('functions').warn({ err: error }, 'Functions cannot sign in to the database.')
      return undefined
    }
  }

  async function openPlace(project: Project, version: FunctionVersion): Promise<Place> {
    try {
      await places.prepare()
    } catch (error) {
      throw unavailable(error)
    }
    try {
      return await places.open(project.ref, version)
    } catch (error) {
      deps.logs.add(project, { ...version, executionId: '' }, () => ({
        kind: 'boot',
        level: 'error',
        message: `The files of the function cannot be used: ${String(error)}`,
      }))
      throw bootError(error)
    }
  }

  /** Waits for a slot among the processes, and ends the one that has to make room. */
  async function makeRoom(slot: Slot): Promise<void> {
    const { ref } = slot.project
    slot.organization = await deps.organizationOf(ref)
    const until = performance.now() + ROOM_MS
    for (;;) {
      const asking = { project: ref, organization: slot.organization }
      const decision = decideShare(placedProcesses(), asking, limits)
      if (decision.kind === 'take') return void (slot.hasPlace = true)
      if (decision.kind === 'end') {
        const { slot: ending } = decision.process
        forget(ending)
        slot.hasPlace = true
        const { worker } = ending
        return worker?.isIdle() ? worker.end() : worker?.stop(displaced(), DISPLACED)
      }
      // A function that was stopped while it waited needs no slot.
      if (!all.has(slot) || performance.now() > until)
        throw tooManyWorkers(decision.isProjectFull ? 'The project' : 'The installation')
      await pause(ROOM_CHECK_MS)
    }
  }

  const placedProcesses = () =>
    [...all]
      .filter(({ hasPlace }) => hasPlace)
      .map((slot) => ({
        slot,
        project: slot.project.ref,
        organization: slot.organization,
        isIdle: slot.worker?.isIdle() ?? false,
        canEnd: slot.worker !== undefined,
        usedAt: slot.usedAt,
      }))

  /** The processes of a project write to shared folders, so all of them end. */
  async function stopForSpace(ref: string): Promise<void> {
    const full = [...all].filter(({ project }) => project.ref === ref)
    for (const slot of full) forget(slot)
    const workers = full.flatMap(({ worker }) => worker ?? [])
    await Promise.all(workers.map((worker) => worker.stop(workerLimit('disk space'), DISK_FULL)))
    await places.limitCache(ref)
  }

  function forget(slot: Slot): void {
    all.delete(slot)
    const key = keyOf(slot.project, slot.version)
    if (current.get(key) === slot) current.delete(key)
  }

  function open(project: Project, version: FunctionVersion): Slot {
    const started = Promise.withResolvers<Worker>()
    const slot: Slot = {
      project,
      version,
      keys: project.keys,
      starting: started.promise,
      worker: undefined,
      organization: '',
      hasPlace: false,
      usedAt: performance.now(),
    }
    all.add(slot)
    makeRoom(slot)
      .then(() => start(project, version))
      .then(started.resolve, started.reject)
    current.set(keyOf(project, version), slot)
    slot.starting.then(
      (worker) => {
        slot.worker = worker
        // It was replaced or stopped while it started.
        if (!all.has(slot)) void worker.end()
        else if (current.get(keyOf(project, version)) !== slot) worker.retire()
        void worker.ended.then(() => forget(slot))
      },
      (error: unknown) => {
        all.delete(slot)
        const isFailure = error instanceof AppError && error.code === 'BOOT_ERROR'
        setTimeout(() => forget(slot), isFailure ? FAILURE_MS : 0).unref()
      },
    )
    return slot
  }

  function isCurrent(slot: Slot, project: Project, version: FunctionVersion): boolean {
    if (slot.version.version !== version.version || slot.keys !== project.keys) return false
    return slot.project === project && (slot.worker?.isOpen() ?? true)
  }

  function replace(slot: Slot): void {
    const key = keyOf(slot.project, slot.version)
    if (current.get(key) === slot) current.delete(key)
    slot.worker?.retire()
  }

  const stopSlots = async (slots: readonly Slot[]) => {
    for (const slot of slots) forget(slot)
    await Promise.all(
      slots.map(async ({ starting }) => {
        const worker = await starting.catch(() => undefined)
        await worker?.end()
      }),
    )
  }

  const stop = (ref: string) => stopSlots([...all].filter(({ project }) => project.ref === ref))

  function take(project: Project, version: FunctionVersion): Promise<Worker> {
    const found = current.get(keyOf(project, version))
    const isUsable = found !== undefined && isCurrent(found, project, version)
    if (found && !isUsable) replace(found)
    const slot = isUsable ? found : open(project, version)
    slot.usedAt = performance.now()
    return slot.starting
  }

  return {
    peek(project, version) {
      const found = current.get(keyOf(project, version))
      if (!found?.worker || !isCurrent(found, project, version)) return undefined
      found.usedAt = performance.now()
      return found.worker
    },
    async workerOf(project, version) {
      const worker = await take(project, version)
      // A process that was just closed is replaced by another.
      return worker.isOpen() ? worker : take(project, version)
    },
    renew(ref) {
      for (const slot of current.values()) if (slot.project.ref === ref) replace(slot)
    },
    stop,
    async remove(ref) {
      await stop(ref)
      await places.remove(ref)
    },
    async end() {
      await stopSlots([...all])
      await places.end()
      await deps.logs.flush()
    },
  }
}

const ownAddresses = (): readonly string[] =>
  Object.values(os.networkInterfaces()).flatMap((list) =>
    (list ?? []).map(({ address }) => address),
  )
