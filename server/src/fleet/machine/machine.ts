import {
  close,
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
  await inTurn(machine, async () => {
    machine.stuck = machine.running ?? machine.stuck
    machine.running = undefined
    await stopStuck(machine, pace)
  })
}
