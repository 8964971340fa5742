import { AppError } from '../../../lib/errors.ts'
import type { Project } from '../../../project/project.ts'
import { workerLimit } from '../errors.ts'
import type { FunctionVersion } from '../versions/version.ts'
import { createProjectFiles, type ProjectFiles } from './project-files.ts'
import type { RuntimeDeps } from './runtime-deps.ts'
import {
  forgetSlot,
  isCurrent,
  keyOf,
  makeRoom,
  replaceSlot,
  slotsOf,
  stopSlots,
  type Slot,
  type Slots,
} from './slots.ts'
import { startFunction } from './start-function.ts'
import type { Worker } from './worker.ts'

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

type RuntimeState = Slots & { readonly deps: RuntimeDeps; readonly files: ProjectFiles }

const DISK_FULL = 'The functions of the project were stopped: their files are too large together.'

/**
 * For this long after a failed start, further requests get the same error without starting
 * anything.
 */
const FAILURE_MS = 1000

export function createRuntime(deps: RuntimeDeps): FunctionRuntime {
  const runtime: RuntimeState = {
    deps,
    current: new Map(),
    all: new Set(),
    files: createProjectFiles({
      stateOf: (ref) => stateOf(runtime, ref),
      hasSpace: (ref) => deps.folders.hasSpace(ref),
      onFull: (ref) => stopForSpace(runtime, ref),
    }),
  }
  const { current, all } = runtime
  const stop = (ref: string) => stopSlots(runtime, slotsOf(runtime, ref))
  return {
    peek(project, version) {
      const slot = current.get(keyOf(project, version))
      if (!slot?.worker || !isCurrent(slot, project, version)) return undefined
      slot.usedAt = performance.now()
      return slot.worker
    },
    async workerOf(project, version) {
      const worker = await take(runtime, project, version)
      // A process that was just closed is replaced by another.
      return worker.isOpen() ? worker : take(runtime, project, version)
    },
    renew(ref) {
      for (const slot of current.values()) if (slot.project.ref === ref) replaceSlot(runtime, slot)
    },
    stop,
    async remove(ref) {
      await stop(ref)
      await deps.folders.remove(ref)
    },
    async end() {
      await stopSlots(runtime, [...all])
      await deps.folders.end()
      await deps.logs.flush()
    },
  }
}

function take(runtime: RuntimeState, project: Project, version: FunctionVersion): Promise<Worker> {
  const last = runtime.current.get(keyOf(project, version))
  const isUsable = last !== undefined && isCurrent(last, project, version)
  if (last && !isUsable) replaceSlot(runtime, last)
  const slot = isUsable ? last : openSlot(runtime, project, version)
  slot.usedAt = performance.now()
  return slot.starting
}

function openSlot(runtime: RuntimeState, project: Project, version: FunctionVersion): Slot {
  const { all, current } = runtime
  const started = Promise.withResolvers<Worker>()
  const slot: Slot = {
    project,
    version,
    keys: project.keys,
    starting: started.promise,
    worker: undefined,
    organization: '',
    isCounted: false,
    usedAt: performance.now(),
  }
  all.add(slot)
  startInTurn(runtime, slot).then(started.resolve, started.reject)
  current.set(keyOf(project, version), slot)
  slot.starting.then(
    (worker) => {
      slot.worker = worker
      // It was replaced or stopped while it started.
      if (!all.has(slot)) void worker.end()
      else if (current.get(keyOf(project, version)) !== slot) worker.retire()
      void worker.ended.then(() => forgetSlot(runtime, slot))
    },
    (error: unknown) => {
      all.delete(slot)
      const isFailure = error instanceof AppError && error.code === 'BOOT_ERROR'
      setTimeout(() => forgetSlot(runtime, slot), isFailure ? FAILURE_MS : 0).unref()
    },
  )
  return slot
}

async function startInTurn(runtime: RuntimeState, slot: Slot): Promise<Worker> {
  const { deps, files } = runtime
  await makeRoom(runtime, slot, deps)
  const worker = await startFunction(deps, slot.project, slot.version)
  files.watch(slot.project.ref)
  return worker
}

function stateOf(runtime: RuntimeState, ref: string): 'ended' | 'idle' | 'busy' {
  const slots = slotsOf(runtime, ref)
  if (slots.length === 0) return 'ended'
  return slots.every(({ worker }) => worker?.isIdle()) ? 'idle' : 'busy'
}

/** The processes of a project write to shared folders, so all of them end. */
async function stopForSpace(runtime: RuntimeState, ref: string): Promise<void> {
  const full = slotsOf(runtime, ref)
  for (const slot of full) forgetSlot(runtime, slot)
  const workers = full.flatMap(({ worker }) => worker ?? [])
  await Promise.all(workers.map((worker) => worker.stop(workerLimit('disk space'), DISK_FULL)))
  await runtime.deps.folders.limitCache(ref)
}
