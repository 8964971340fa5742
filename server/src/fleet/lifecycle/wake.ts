import type { Clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import type { Log } from '../../lib/log.ts'
import { explain, isPermanent } from './failure.ts'
import { projectNotFound, notReady, paused } from '../../project/refusals.ts'
import type { Instances } from '../records/instances.ts'
import type { Machine } from '../machine/machine.ts'
import type { Running } from '../machine/running.ts'
import { recordUnhealthy, recordUp, type Machines } from '../machine/machines.ts'
import type { InstanceRow } from '../records/queries.ts'
import { SERVING } from './status.ts'

/** How long a request waits for a starting project before it gets 503 with a retry hint. */
const PATIENCE_MS = 5000
/** How long a request waits for a start that is in progress. */
const START_PATIENCE_MS = 30_000
/** How long requests are refused after a failed start before one of them tries again. */
const RETRY_PAUSE_MS = 2000

export type Held = { readonly running: Running; readonly machine: Machine }

/** Takes a lease on a project, waking it first if needed; rejects as `Fleet.acquire` does. */
export function createWake(deps: {
  readonly instances: Instances
  readonly machines: Machines
  readonly clock: Clock
  readonly log: Log
}) {
  const { instances, machines, clock, log } = deps

  return async function wake(ref: string): Promise<Held> {
    const deadline = performance.now() + PATIENCE_MS
    for (;;) {
      const instance = await instances.find(ref)
      if (!instance) throw projectNotFound()
      refuseWhereItCannotServe(instance)
      if (SERVING.includes(instance.status)) {
        const machine = machines.of(ref)
        const running = await bringUp(instance, machine, deadline)
        if (running) return { running, machine }
      } else await instances.waitWhile(ref, [instance.status], deadline - performance.now())
      if (performance.now() > deadline)
        throw notReady(instance.status, instance.failure ?? undefined)
    }
  }

  async function bringUp(
    instance: InstanceRow,
    machine: Machine,
    deadline: number,
  ): Promise<Running | undefined> {
    const { status } = instance
    if (machine.revival) {
      const reason = machine.lastFailure && explain(machine.lastFailure.error)
      if (reason && isPermanent(reason)) throw notReady(status, reason)
      await before(deadline, machine.revival)
      return machine.hold()
    }
    const { lastFailure } = machine
    if (lastFailure && clock.now().getTime() - lastFailure.at < RETRY_PAUSE_MS)
      throw notReady(status, explain(lastFailure.error))
    const starting = start(instance, machine)
    // The outcome is recorded even if no request waits for it any more.
    starting.catch(() => {})
    await before(performance.now() + START_PATIENCE_MS, starting)
    if (machine.isStarting) throw notReady(status, { message: 'it is still starting.' })
    return machine.hold()
  }

  async function start({ ref, status }: InstanceRow, machine: Machine): Promise<void> {
    try {
      await machine.up()
    } catch (caught) {
      // The status changed after it was read and before the start read it.
      if (caught instanceof AppError && caught.code === 'project_not_ready') throw caught
      const error = explain(caught)
      log.error({ error, cause: error.cause, ref }, error.message)
      await recordUnhealthy(instances, ref, { error, at: clock.now() })
      throw notReady('ACTIVE_UNHEALTHY', error)
    }
    if (status === 'ACTIVE_UNHEALTHY') await recordUp(instances, ref)
  }
}

function refuseWhereItCannotServe({ status, failure }: InstanceRow): void {
  switch (status) {
    case 'REMOVED':
    case 'GOING_DOWN':
      throw projectNotFound()
    case 'INACTIVE':
    case 'PAUSING':
    case 'PAUSE_FAILED':
      throw paused()
    case 'ACTIVE_HEALTHY':
    case 'ACTIVE_UNHEALTHY':
    case 'COMING_UP':
    case 'RESTARTING':
    case 'RESIZING':
      return
    default:
      throw notReady(status, failure ?? undefined)
  }
}

async function before(deadline: number, work: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(late.resolve, Math.max(0, deadline - performance.now()))
  await Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}
