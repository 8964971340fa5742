import type { Clock } from '../../lib/clock.ts'
import type { Running, StopPace } from './running.ts'

export type MachineOptions = {
  /**
   * Starts everything or leaves nothing running; calls `onCrash` once if it dies later. The signal
   * aborts when the start is no longer wanted.
   */
  readonly start: (onCrash: (reason: string) => void, signal: AbortSignal) => Promise<Running>
  readonly clock: Clock
  /** Called when a crashed machine is up again. Neither this nor `onGivingUp` may reject. */
  readonly onRecovered: () => Promise<void>
  /**
   * Called after several failures in a row, or one that a retry does not fix, so that it can be
   * reported; retries continue.
   */
  readonly onGivingUp: (error: unknown) => Promise<void>
}

export type MachineState = {
  readonly options: MachineOptions
  running: Running | undefined
  /** A machine that did not stop when told to; nothing may start until it has stopped. */
  stuck: Running | undefined
  starting: Promise<Running> | undefined
  /** Ends the start in progress. */
  stopping: AbortController
  /** Work on the stopped machine that gives way to a start or a stop. */
  readonly pauses: Set<AbortController>
  /** The last start or stop, which the next one waits for. */
  turn: Promise<unknown>
  revival: Revival | undefined
  lastFailure: { readonly error: unknown; readonly at: number } | undefined
  isOpen: boolean
  readonly closed: WeakSet<Running>
  /** Counts the calls of `down`: a start requested before such a call does not open the machine. */
  era: number
  leases: number
  /** Crashes and failed revivals in a row. */
  failures: number
  upSince: number
  lastActive: number
}

/** The attempts to start a crashed machine again. */
export type Revival = { readonly done: Promise<void>; readonly cancel: () => void }

export const newMachineState = (options: MachineOptions): MachineState => ({
  options,
  running: undefined,
  stuck: undefined,
  starting: undefined,
  stopping: new AbortController(),
  pauses: new Set(),
  turn: Promise.resolve(),
  revival: undefined,
  lastFailure: undefined,
  isOpen: false,
  closed: new WeakSet(),
  era: 0,
  leases: 0,
  failures: 0,
  upSince: 0,
  lastActive: options.clock.now().getTime(),
})

export const nowOf = ({ options }: MachineState): number => options.clock.now().getTime()

/** Runs a start or a stop after those before it. */
export function inTurn<T>(machine: MachineState, work: () => Promise<T>): Promise<T> {
  const result = machine.turn.then(work)
  machine.turn = result.catch(() => {})
  return result
}

/** Ends work on the stopped machine, and that which waits for its turn. */
export function endPauses({ pauses }: MachineState): void {
  for (const pause of pauses) pause.abort()
}

export function close(machine: MachineState): void {
  machine.isOpen = false
  if (machine.running) machine.closed.add(machine.running)
}

export async function stopStuck(machine: MachineState, pace?: StopPace): Promise<void> {
  await machine.stuck?.stop(pace)
  machine.stuck = undefined
}
