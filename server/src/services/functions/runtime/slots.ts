import { setTimeout as pause } from 'node:timers/promises'
import type { KeyRing } from '../../../project/keys/key-ring.ts'
import type { Project } from '../../../project/project.ts'
import { displaced, tooManyWorkers } from '../errors.ts'
import type { FunctionVersion } from '../versions/version.ts'
import type { RuntimeDeps } from './runtime-deps.ts'
import { decideShare } from './shares.ts'
import type { Worker } from './worker.ts'

/** A process that runs, or waits until it can start. */
export type Slot = {
  readonly project: Project
  readonly version: FunctionVersion
  readonly keys: KeyRing
  readonly starting: Promise<Worker>
  worker: Worker | undefined
  /** Known before it asks for a slot. */
  organization: string
  /** Whether its process counts towards the maximum. */
  isCounted: boolean
  usedAt: number
}

export type Slots = {
  /** By project and function; a replaced one is only in `all`. */
  readonly current: Map<string, Slot>
  readonly all: Set<Slot>
}

/** How long a function waits for another one's process to become idle. */
const ROOM_MS = 5000
const ROOM_CHECK_MS = 50

const DISPLACED = 'The function was stopped: other organizations need the process.'

export const keyOf = ({ ref }: Project, { functionId }: FunctionVersion): string =>
  `${ref}/${functionId}`

export const slotsOf = ({ all }: Slots, ref: string): readonly Slot[] =>
  [...all].filter(({ project }) => project.ref === ref)

/** Whether a slot runs what a project's requests need now. */
export function isCurrent(slot: Slot, project: Project, version: FunctionVersion): boolean {
  if (slot.version.version !== version.version || slot.keys !== project.keys) return false
  return slot.project === project && (slot.worker?.isOpen() ?? true)
}

/** Lets a slot finish its requests; the next request starts another one. */
export function replaceSlot({ current }: Slots, slot: Slot): void {
  const key = keyOf(slot.project, slot.version)
  if (current.get(key) === slot) current.delete(key)
  slot.worker?.retire()
}

export function forgetSlot({ current, all }: Slots, slot: Slot): void {
  all.delete(slot)
  const key = keyOf(slot.project, slot.version)
  if (current.get(key) === slot) current.delete(key)
}

/** Ends processes, also those that are still starting. */
export async function stopSlots(slots: Slots, stopped: readonly Slot[]): Promise<void> {
  for (const slot of stopped) forgetSlot(slots, slot)
  await Promise.all(
    stopped.map(async ({ starting }) => {
      const worker = await starting.catch(() => undefined)
      await worker?.end()
    }),
  )
}

/** Waits until a process may start, and ends the one that has to make room. */
export async function makeRoom(
  slots: Slots,
  slot: Slot,
  { limits, organizationOf }: Pick<RuntimeDeps, 'limits' | 'organizationOf'>,
): Promise<void> {
  const { ref } = slot.project
  slot.organization = await organizationOf(ref)
  const until = performance.now() + ROOM_MS
  for (;;) {
    const waiting = { project: ref, organization: slot.organization }
    const decision = decideShare(countedProcesses(slots), waiting, limits)
    if (decision.kind === 'take') return void (slot.isCounted = true)
    if (decision.kind === 'end') {
      const { slot: ending } = decision.process
      forgetSlot(slots, ending)
      slot.isCounted = true
      const { worker } = ending
      return worker?.isIdle() ? worker.end() : worker?.stop(displaced(), DISPLACED)
    }
    // A function that was stopped while it waited needs no process.
    if (!slots.all.has(slot) || performance.now() > until)
      throw tooManyWorkers(decision.isProjectFull ? 'The project' : 'The installation')
    await pause(ROOM_CHECK_MS)
  }
}

const countedProcesses = ({ all }: Slots) =>
  [...all]
    .filter(({ isCounted }) => isCounted)
    .map((slot) => ({
      slot,
      project: slot.project.ref,
      organization: slot.organization,
      isIdle: slot.worker?.isIdle() ?? false,
      canEnd: slot.worker !== undefined,
      usedAt: slot.usedAt,
    }))
