import type { Fleet, Lease } from '../fleet/port.ts'
import { AppError } from '../lib/errors.ts'
import type { Project } from '../project/project.ts'
import { holdLease } from './lease.ts'
import type { Visit } from './visit.ts'

/** How one of the gateway's doors treats requests. */
export type Door<Arrival> = {
  readonly fleet: Pick<Fleet, 'acquire'>
  /** The name of the service behind the door. */
  readonly service: string
  /** Refuses projects that must not serve. Absent at a door for members, who may still enter. */
  readonly requireServing?: (ref: string) => void | Promise<void>
  /** Counts the request in the project's load, or refuses it. */
  readonly count: (ref: string, arrival: Arrival) => Visit
  /** Waits for a small body; undefined if there is nothing to wait for. */
  readonly receiveBody?: (arrival: Arrival) => Promise<void> | undefined
  /** Called with the project as soon as it is awake, even if the service then fails. */
  readonly reach?: (arrival: Arrival, project: Project) => void
  /** Finds out who the caller is, or refuses it. */
  readonly admit?: (arrival: Arrival, project: Project) => void | Promise<void>
}

/**
 * The only way into a project, for requests of clients and members and for WebSocket handshakes:
 * serving, load, body, lease, fault, caller. Refuses what needs no lease before it wakes the
 * project; keys can be checked only while it is awake. If there is nothing to wait for, it
 * continues synchronously, because each promise would cost every request.
 */
export function createEntrance<Arrival>(
  door: Door<Arrival>,
): (ref: string, arrival: Arrival) => void | Promise<void> {
  function enter(ref: string, arrival: Arrival): void | Promise<void> {
    const serving = door.requireServing?.(ref)
    return serving ? serving.then(() => count(ref, arrival)) : count(ref, arrival)
  }

  function count(ref: string, arrival: Arrival): void | Promise<void> {
    const visit = door.count(ref, arrival)
    const body = door.receiveBody?.(arrival)
    return body ? body.then(() => wake(visit, arrival)) : wake(visit, arrival)
  }

  function wake(visit: Visit, arrival: Arrival): void | Promise<void> {
    if (visit.isOver) throw clientLeft()
    const lease = door.fleet.acquire(visit.project.ref)
    return lease instanceof Promise
      ? lease.then((granted) => reach(visit, granted, arrival))
      : reach(visit, lease, arrival)
  }

  function reach(visit: Visit, lease: Lease, arrival: Arrival): void | Promise<void> {
    holdLease(visit, lease)
    if (visit.isOver) throw clientLeft()
    door.reach?.(arrival, lease.project)
    const fault = lease.faultOf(door.service)
    if (fault) throw fault
    return door.admit?.(arrival, lease.project)
  }

  return enter
}

/** No client reads this error. The access log shows its status, which other proxies use too. */
const clientLeft = () =>
  new AppError('client_disconnected', 'The client disconnected before the request began.', {
    status: 499,
    hint: 'Keep the connection open until the response arrives.',
  })
