import { explain, isPermanent } from '../lifecycle/failure.ts'
import { inTurn, nowOf, stopStuck, type MachineState } from './machine-state.ts'
import type { Running } from './running.ts'

/** Delays before the first, second, … attempt to restart a crashed machine. */
const REVIVAL_PAUSES_MS = [0, 500, 1000, 2000, 4000, 8000, 16_000, 30_000]
const FAILURES_TO_REPORT = 5
/** After this uptime the failure count starts over at the next crash. */
const STABLE_MS = 60_000

/** Starts the machine in its turn. It opens unless it was stopped since the era of the request. */
export async function startMachine(machine: MachineState, era: number): Promise<Running> {
  if (machine.running) return machine.running
  await stopStuck(machine)
  let started: Running | undefined
  let isDead = false
  try {
    started = await machine.options.start((reason) => {
      isDead = true
      if (started && machine.running === started) reviveCrashed(machine, started, reason)
    }, machine.stopping.signal)
    if (isDead) {
      await started.stop()
      throw new Error('The database stopped right after it started')
    }
    machine.running = started
  } catch (error) {
    machine.lastFailure = { error, at: nowOf(machine) }
    throw error
  }
  machine.lastFailure = undefined
  machine.lastActive = machine.upSince = nowOf(machine)
  machine.isOpen = era === machine.era
  return started
}

function reviveCrashed(machine: MachineState, dead: Running, reason: string): void {
  machine.running = undefined
  machine.isOpen = false
  machine.failures = nowOf(machine) - machine.upSince > STABLE_MS ? 1 : machine.failures + 1
  const canceling = new AbortController()
  const done = revive(machine, dead, { reason, signal: canceling.signal })
  const revival = { done, cancel: () => canceling.abort() }
  machine.revival = revival
  void done.finally(() => {
    if (machine.revival === revival) machine.revival = undefined
  })
}

async function revive(
  machine: MachineState,
  dead: Running,
  { reason, signal }: { readonly reason: string; readonly signal: AbortSignal },
): Promise<void> {
  const { options } = machine
  let error: unknown = new Error(reason)
  await inTurn(machine, () => dead.stop()).catch(() => {})
  while (!signal.aborted) {
    if (machine.failures >= FAILURES_TO_REPORT || isPermanent(explain(error)))
      await options.onGivingUp(error)
    await sleepUnless(signal, pauseAfter(machine.failures))
    if (signal.aborted) return
    try {
      await inTurn(machine, async () =>
        signal.aborted ? undefined : startMachine(machine, machine.era),
      )
    } catch (caught) {
      error = caught
      machine.failures += 1
      continue
    }
    if (!signal.aborted) await options.onRecovered()
    return
  }
}

const pauseAfter = (failures: number): number =>
  REVIVAL_PAUSES_MS[Math.min(failures, REVIVAL_PAUSES_MS.length) - 1] ?? 0

async function sleepUnless(signal: AbortSignal, ms: number): Promise<void> {
  if (ms === 0 || signal.aborted) return
  const { promise, resolve } = Promise.withResolvers<void>()
  const wake = () => resolve()
  const timer = setTimeout(wake, ms).unref()
  signal.addEventListener('abort', wake, { once: true })
  await promise
  clearTimeout(timer)
  signal.removeEventListener('abort', wake)
}
