import type { Clock } from '../../lib/clock.ts'
import type { AppError } from '../../lib/errors.ts'
import type { Project } from '../../project/project.ts'
import type { Protection } from '../disk/read-only.ts'
import { explain, isPermanent } from '../lifecycle/failure.ts'
import type { ServiceStates } from '../services/service-states.ts'

/** The parts of a running project that can change without a restart. */
export type Live = { ownerPassword: string }

/** `hurried`: the whole server is stopping and has already refused running queries. */
export type StopPace = 'patient' | 'hurried'

/** A project's running cluster, connections and services. */
export type Running = {
  readonly project: Project
  readonly socketDir: string
  readonly live: Live
  readonly services: ServiceStates
  /** True while a query runs or a service keeps the project awake. */
  isBusy(): boolean
  /** Protects the disk from the project's writes, or lifts the protection. */
  protectDisk(protection: Protection | undefined): Promise<void>
  /** Why the project's owner cannot connect now, because of the disk. */
  closedReason(): AppError | undefined
  /** Whether the data directory was moved or deleted. */
  isDataGone(): Promise<boolean>
  /** Ends Postgres at once, which counts as a crash. */
  abort(): void
  stop(pace?: StopPace): Promise<void>
}

export type MachineOptions = {
  /** Starts everything or leaves nothing running; calls `onCrash` once if it dies later. */
  readonly start: (onCrash: (reason: string) => void) => Promise<Running>
  readonly clock: Clock
  /** Called when a crashed machine is up again. Neither this nor `onGivingUp` may reject. */
  readonly onRecovered: () => Promise<void>
  /**
   * Called after several failures in a row, or one that a retry does not fix, so that it can be
   * reported; retries continue.
   */
  readonly onGivingUp: (error: unknown) => Promise<void>
}

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

/** Delays before the first, second, … attempt to restart a crashed machine. */
const REVIVAL_PAUSES_MS = [0, 500, 1000, 2000, 4000, 8000, 16_000, 30_000]
const FAILURES_TO_REPORT = 5
/** After this uptime the failure count starts over at the next crash. */
const STABLE_MS = 60_000

export function createMachine(options: MachineOptions): Machine {
  let running: Running | undefined
  // A machine that did not stop when told to; nothing may start until it has stopped.
  let stuck: Running | undefined
  let starting: Promise<Running> | undefined
  let turn: Promise<unknown> = Promise.resolve()
  let revival: { readonly done: Promise<void>; readonly cancel: () => void } | undefined
  let lastFailure: Machine['lastFailure']
  let isOpen = false
  const closed = new WeakSet<Running>()
  // Counts the calls of `down`: a start requested before such a call does not open the machine.
  let era = 0
  let leases = 0
  let failures = 0
  let upSince = 0
  const now = () => options.clock.now().getTime()
  let lastActive = now()

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = turn.then(work)
    turn = result.catch(() => {})
    return result
  }

  async function startNow(asked: number): Promise<Running> {
    if (running) return running
    await stopStuck()
    let started: Running | undefined
    let isDead = false
    try {
      started = await options.start((reason) => {
        isDead = true
        if (started && running === started) crashed(started, reason)
      })
      if (isDead) {
        await started.stop()
        throw new Error('The database stopped right after it started')
      }
      running = started
    } catch (error) {
      lastFailure = { error, at: now() }
      throw error
    }
    lastFailure = undefined
    lastActive = upSince = now()
    isOpen = asked === era
    return started
  }

  async function stopStuck(pace?: StopPace): Promise<void> {
    await stuck?.stop(pace)
    stuck = undefined
  }

  function crashed(dead: Running, reason: string): void {
    running = undefined
    isOpen = false
    failures = now() - upSince > STABLE_MS ? 1 : failures + 1
    const cancelled = Promise.withResolvers<void>()
    let isCancelled = false
    const cancel = () => {
      isCancelled = true
      cancelled.resolve()
    }
    const done = revive(dead, {
      reason,
      cancelled: cancelled.promise,
      isCancelled: () => isCancelled,
    })
    const mine = { done, cancel }
    revival = mine
    void done.finally(() => {
      if (revival === mine) revival = undefined
    })
  }

  async function revive(
    dead: Running,
    given: { reason: string; cancelled: Promise<void>; isCancelled: () => boolean },
  ): Promise<void> {
    let error: unknown = new Error(given.reason)
    await inTurn(() => dead.stop()).catch(() => {})
    while (!given.isCancelled()) {
      if (failures >= FAILURES_TO_REPORT || isPermanent(explain(error)))
        await options.onGivingUp(error)
      const pause = REVIVAL_PAUSES_MS[Math.min(failures, REVIVAL_PAUSES_MS.length) - 1] ?? 0
      await sleepUnless(given.cancelled, pause)
      if (given.isCancelled()) return
      try {
        await inTurn(async () => (given.isCancelled() ? undefined : startNow(era)))
      } catch (caught) {
        error = caught
        failures += 1
        continue
      }
      if (!given.isCancelled()) await options.onRecovered()
      return
    }
  }

  function close(): void {
    isOpen = false
    if (running) closed.add(running)
  }

  return {
    up() {
      if (running && isOpen) return Promise.resolve(running)
      const asked = era
      if (!starting) {
        const mine = inTurn(() => startNow(asked)).finally(() => {
          if (starting === mine) starting = undefined
        })
        starting = mine
      }
      return starting
    },
    async down(pace) {
      era += 1
      close()
      starting = undefined
      failures = 0
      revival?.cancel()
      await inTurn(async () => {
        stuck = running ?? stuck
        running = undefined
        await stopStuck(pace)
      })
    },
    hold() {
      if (!running || !isOpen) return undefined
      leases += 1
      lastActive = now()
      return running
    },
    release() {
      leases -= 1
      lastActive = now()
    },
    close,
    isClosed: (held) => closed.has(held),
    idleMs() {
      if (leases > 0 || running?.isBusy()) lastActive = now()
      return now() - lastActive
    },
    get running() {
      return running
    },
    get isStarting() {
      return starting !== undefined
    },
    get revival() {
      return revival?.done
    },
    get lastFailure() {
      return lastFailure
    },
  }
}

async function sleepUnless(cancelled: Promise<void>, ms: number): Promise<void> {
  if (ms === 0) return
  const elapsed = Promise.withResolvers<void>()
  const timer = setTimeout(elapsed.resolve, ms)
  timer.unref()
  await Promise.race([elapsed.promise, cancelled])
  clearTimeout(timer)
}
