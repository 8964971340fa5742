import type { Clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import type { Log } from '../../lib/log.ts'
import { explain, isPermanent, toFailure } from '../lifecycle/failure.ts'
import type { Instances } from '../records/instances.ts'
import { createMachine, type Machine } from './machine.ts'
import type { Running } from './running.ts'

/** The machines of this process, by project. A project without one is asleep. */
export type Machines = {
  of(ref: string): Machine
  peek(ref: string): Machine | undefined
  forget(ref: string): void
  /** Puts projects to sleep that have been idle for `idleAfterMs`. */
  sweep(): Promise<void>
  /** Ends the Postgres of every project whose data directory is gone. */
  abandonMissing(): Promise<void>
  /** Stops every project because the whole server is stopping. */
  stopAll(): Promise<void>
  running(): ReadonlyMap<string, Running>
}

export function createMachines(deps: {
  readonly instances: Instances
  readonly clock: Clock
  readonly log: Log
  readonly idleAfterMs: number
  readonly start: (
    ref: string,
    onCrash: (reason: string) => void,
    signal: AbortSignal,
  ) => Promise<Running>
}): Machines {
  const { instances, clock, log } = deps
  const machines = new Map<string, Machine>()

  function make(ref: string): Machine {
    return createMachine({
      clock,
      start: (onCrash, signal) =>
        deps.start(
          ref,
          (reason) => {
            log.error({ ref, reason }, 'A database stopped unexpectedly and is being restarted.')
            onCrash(reason)
          },
          signal,
        ),
      async onRecovered() {
        log.info({ ref }, 'A database that had stopped unexpectedly is running again.')
        await noting(ref, () => recordUp(instances, ref))
      },
      onGivingUp: (error) =>
        noting(ref, () =>
          recordUnhealthy(instances, ref, { error: reasonOf(error), at: clock.now() }),
        ),
    })
  }

  async function noting(ref: string, work: () => Promise<void>): Promise<void> {
    await work().catch((error: unknown) =>
      log.error({ error, ref }, 'Could not record the status of a project.'),
    )
  }

  return {
    of(ref) {
      const found = machines.get(ref) ?? make(ref)
      machines.set(ref, found)
      return found
    },
    peek: (ref) => machines.get(ref),
    forget: (ref) => void machines.delete(ref),
    async sweep() {
      await Promise.all(
        [...machines].map(async ([ref, machine]) => {
          if (!machine.running || machine.idleMs() < deps.idleAfterMs) return
          log.info({ ref }, 'An idle project was put to sleep.')
          await noting(ref, () => machine.down())
          instances.announce(ref)
        }),
      )
    },
    running: () =>
      new Map(
        [...machines].flatMap(([ref, { running }]) => (running ? [[ref, running] as const] : [])),
      ),
    async abandonMissing() {
      await Promise.all(
        [...machines].map(async ([ref, { running }]) => {
          if (!(await running?.isDataGone())) return
          log.error({ ref }, 'The data directory of a running project is gone.')
          running?.abort()
        }),
      )
    },
    async stopAll() {
      await Promise.all(
        [...machines].map(([ref, machine]) => noting(ref, () => machine.down('hurried'))),
      )
    },
  }
}

/** Prefers an error that a person can fix over the general report of repeated crashes. */
function reasonOf(error: unknown): AppError {
  const reason = explain(error)
  if (isPermanent(reason)) return reason
  return new AppError('database_crashes', 'The database keeps stopping unexpectedly.', {
    status: 503,
    hint: 'Check its log. The server tries to restart it every 30 seconds.',
    cause: reason,
  })
}

/** Records that the project is up, and clears an earlier failure. */
export async function recordUp(instances: Instances, ref: string): Promise<void> {
  await instances.apply(instances.session(), ref, 'came_up', { failure: null, compute: 'running' })
  instances.announce(ref)
}

export async function recordUnhealthy(
  instances: Instances,
  ref: string,
  { error, at }: { error: AppError; at: Date },
): Promise<void> {
  await instances.apply(instances.session(), ref, 'unhealthy', { failure: toFailure(error, at) })
  instances.announce(ref)
}
