import type { Clock } from '../../lib/clock.ts'
import type { Project } from '../../project/project.ts'
import type { ServiceStates } from '../services/service-states.ts'

/** What changes under a running project without a restart. */
export type Live = { ownerPassword: string }

/** A project's cluster, connections and services, up. */
export type Running = {
  readonly project: Project
  readonly socketDir: string
  readonly live: Live
  readonly services: ServiceStates
  /** Queries at work, or a service that keeps the project awake. */
  isBusy(): boolean
  stop(): Promise<void>
}

export type MachineOptions = {
  /** Brings everything up or leaves nothing behind; calls `onCrash` once if what is up dies by itself. */
  readonly start: (onCrash: (reason: string) => void) => Promise<Running>
  readonly clock: Clock
  /** What has crashed is up again. Neither of these reports may reject. */
  readonly onRecovered: () => Promise<void>
  /** It has failed so often in a row that somebody should know; it is still being tried. */
  readonly onGivingUp: (error: unknown) => Promise<void>
}

/**
 * One project's machine. Starts and stops take turns, so that never two are at work; a start that is
 * asked for while one runs is that one.
 */
export type Machine = {
  up(): Promise<Running>
  /** Refuses holders at once, ends a revival, and stops what is up. */
  down(): Promise<void>
  /** Counts a holder and answers what it holds, or undefined where nothing is up and open. */
  hold(): Running | undefined
  release(): void
  /** From now on `hold` refuses, whatever is still up. */
  close(): void
  /** Milliseconds since the last holder or query; 0 while there is one. */
  idleMs(): number
  /** What is up, held or not, open or not. */
  readonly running: Running | undefined
  /** Pending while it has crashed and is being brought up again. */
  readonly revival: Promise<void> | undefined
  /** The last start that failed, until one succeeds. */
  readonly lastFailure: { readonly error: unknown; readonly at: number } | undefined
}

/** Pauses before the first, second, … attempt to bring a crashed machine up again. */
const REVIVAL_PAUSES_MS = [0, 500, 1000, 2000, 4000, 8000, 16_000, 30_000]
const FAILURES_TO_REPORT = 5
/** Up so long, a machine has proved itself; the next crash is a first one. */
const STABLE_MS = 60_000

export function createMachine(options: MachineOptions): Machine {
  let running: Running | undefined
  // Asked to stop and did not: nothing may start until it has.
  let stuck: Running | undefined
  let starting: Promise<Running> | undefined
  let turn: Promise<unknown> = Promise.resolve()
  let revival: { readonly done: Promise<void>; readonly cancel: () => void } | undefined
  let lastFailure: Machine['lastFailure']
  let isOpen = false
  // Counts the calls of `down`: a start asked for before one does not open the machine after it.
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
        throw new Error('The database ended as soon as it was up')
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

  async function stopStuck(): Promise<void> {
    await stuck?.stop()
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
      if (failures >= FAILURES_TO_REPORT) await options.onGivingUp(error)
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
    async down() {
      era += 1
      isOpen = false
      starting = undefined
      failures = 0
      revival?.cancel()
      await inTurn(async () => {
        stuck = running ?? stuck
        running = undefined
        await stopStuck()
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
    close() {
      isOpen = false
    },
    idleMs() {
      if (leases > 0 || running?.isBusy()) lastActive = now()
      return now() - lastActive
    },
    get running() {
      return running
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
