import { AppError } from '../../lib/errors.ts'
import {
  close,
  endPauses,
  inTurn,
  newMachineState,
  nowOf,
  stopStuck,
  type MachineOptions,
  type MachineState,
} from './machine-state.ts'
import type { Running, StopPace } from './running.ts'
import { startMachine } from './start-machine.ts'

/**
 * One project's machine. Starts and stops run one at a time; a start that is requested during
 * another start shares its result.
 */
export type Machine = {
  up(): Promise<Running>
  /** Grants no more leases, cancels a revival, and stops what is running. */
  down(pace?: StopPace): Promise<void>
  /** Takes a lease, or returns undefined if the machine is not running or is closed. */
  hold(): Running | undefined
  release(): void
  /** From now on `hold` returns undefined, even while the machine is still running. */
  close(): void
  /**
   * Runs work while nothing of the machine runs, and returns whether it did. Returns false without
   * running it if the machine runs. The signal aborts when a start or stop is requested, which then
   * waits for the work to end.
   */
  whileStopped(work: (signal: AbortSignal) => Promise<void>): Promise<boolean>
  /** Whether `close` or `down` was called since this began to run. A crash does not count. */
  isClosed(running: Running): boolean
  /** Milliseconds since the last lease or query; 0 while there is one. */
  idleMs(): number
  /** The running parts, whether or not the machine is leased or open. */
  readonly running: Running | undefined
  readonly isStarting: boolean
  /** Pending while a crashed machine is being started again. */
  readonly revival: Promise<void> | undefined
  /** The last failed start, until a start succeeds. */
  readonly lastFailure: { readonly error: unknown; readonly at: number } | undefined
}

export function createMachine(options: MachineOptions): Machine {
  const machine = newMachineState(options)
  return {
    up: () => bringUp(machine),
    down: (pace) => takeDown(machine, pace),
    hold() {
      if (!machine.running || !machine.isOpen) return undefined
      machine.leases += 1
      machine.lastActive = nowOf(machine)
      return machine.running
    },
    release() {
      machine.leases -= 1
      machine.lastActive = nowOf(machine)
    },
    close: () => close(machine),
    whileStopped: (work) => pause(machine, work),
    isClosed: (running) => machine.closed.has(running),
    idleMs() {
      if (machine.leases > 0 || machine.running?.isBusy()) machine.lastActive = nowOf(machine)
      return nowOf(machine) - machine.lastActive
    },
    get running() {
      return machine.running
    },
    get isStarting() {
      return machine.starting !== undefined
    },
    get revival() {
      return machine.revival?.done
    },
    get lastFailure() {
      return machine.lastFailure
    },
  }
}

function bringUp(machine: MachineState): Promise<Running> {
  if (machine.running && machine.isOpen) return Promise.resolve(machine.running)
  const { era } = machine
  endPauses(machine)
  if (!machine.starting) {
    const starting = inTurn(machine, () => startMachine(machine, era)).finally(() => {
      if (machine.starting === starting) machine.starting = undefined
    })
    machine.starting = starting
  }
  return machine.starting
}

async function takeDown(machine: MachineState, pace?: StopPace): Promise<void> {
  machine.era += 1
  close(machine)
  machine.starting = undefined
  machine.failures = 0
  machine.revival?.cancel()
  machine.stopping.abort(stopped())
  machine.stopping = new AbortController()
  endPauses(machine)
  await inTurn(machine, async () => {
    machine.stuck = machine.running ?? machine.stuck
    machine.running = undefined
    await stopStuck(machine, pace)
  })
}

async function pause(
  machine: MachineState,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<boolean> {
  const ending = new AbortController()
  machine.pauses.add(ending)
  return inTurn(machine, async () => {
    if (machine.running || machine.stuck || ending.signal.aborted) return false
    await work(ending.signal)
    return true
  }).finally(() => machine.pauses.delete(ending))
}

const stopped = () =>
  new AppError('project_stopped', 'The project was stopped while it was starting.', {
    status: 503,
    hint: 'Try again in a few seconds.',
    retryAfter: 2,
  })
