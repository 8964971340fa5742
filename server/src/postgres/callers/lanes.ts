import type { EndSignal } from '../../lib/end-signal.ts'
import { canceled } from './cancellation.ts'
import { databaseBusy } from '../connections/database-busy.ts'

/**
 * Decides which transactions of unknown or long duration may occupy a connection. They wait here
 * rather than on a connection, where one could block all later ones.
 */
export type CallerLanes = {
  /**
   * Runs the work once it has a lane. Rejects with 503 `database_busy` if too much work of the same
   * kind waits, or if this waited too long, and when the signal aborts while it waits.
   */
  run<T>(kind: LaneKind, work: () => Promise<T>, signal?: EndSignal): Promise<T>
  /** Whether work of the kind would get a lane at once. */
  isFree(kind: LaneKind): boolean
  readonly waiting: number
  /** Refuses all waiting work. */
  close(error: Error): void
}

/**
 * The first run of a read has a kind of its own, because most reads are quick. Otherwise the role
 * decides: anyone can call as `anon`, but only the owner as `service_role`.
 */
const KINDS = ['first', 'service', 'signed-in', 'anonymous'] as const
export type LaneKind = (typeof KINDS)[number]

export function laneOf(role: string): LaneKind {
  if (role === 'service_role') return 'service'
  return role === 'anon' ? 'anonymous' : 'signed-in'
}

type Waiter = { readonly begin: () => void; readonly refuse: (error: Error) => void }
type Lane = { taken: number; readonly waiting: Set<Waiter> }

/** PostgREST waits equally long for a connection of its pool. */
const MAX_WAIT_MS = 10_000
const MAX_WAITING = 250

/**
 * @param shared lanes for all kinds. If they are taken, a kind without any lane gets one more.
 */
export function createCallerLanes(
  shared: number,
  { maxWaitMs = MAX_WAIT_MS, maxWaiting = MAX_WAITING } = {},
): CallerLanes {
  const lanes: Readonly<Record<LaneKind, Lane>> = {
    first: { taken: 0, waiting: new Set() },
    service: { taken: 0, waiting: new Set() },
    'signed-in': { taken: 0, waiting: new Set() },
    anonymous: { taken: 0, waiting: new Set() },
  }
  let taken = 0

  const hasLane = (kind: LaneKind): boolean => taken < shared || lanes[kind].taken === 0

  function take(kind: LaneKind): void {
    lanes[kind].taken += 1
    taken += 1
  }

  function wait(kind: LaneKind, signal: EndSignal | undefined): Promise<void> {
    const { waiting } = lanes[kind]
    if (waiting.size >= maxWaiting) return Promise.reject(databaseBusy())
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => waiter.refuse(databaseBusy()), maxWaitMs)
      const leave = () => waiter.refuse(canceled())
      const settle = () => {
        clearTimeout(late)
        signal?.removeEventListener('abort', leave)
        waiting.delete(waiter)
      }
      const waiter: Waiter = {
        begin() {
          settle()
          resolve()
        },
        refuse(error) {
          settle()
          reject(error)
        },
      }
      waiting.add(waiter)
      signal?.addEventListener('abort', leave)
    })
  }

  function serveWaiting(): void {
    for (const kind of KINDS)
      for (const waiter of lanes[kind].waiting) {
        if (!hasLane(kind)) break
        take(kind)
        waiter.begin()
      }
  }

  return {
    isFree: hasLane,
    async run(kind, work, signal) {
      if (hasLane(kind)) take(kind)
      else await wait(kind, signal)
      try {
        return await work()
      } finally {
        lanes[kind].taken -= 1
        taken -= 1
        serveWaiting()
      }
    },
    get waiting() {
      return KINDS.reduce((sum, kind) => sum + lanes[kind].waiting.size, 0)
    },
    close(error) {
      for (const kind of KINDS) for (const waiter of lanes[kind].waiting) waiter.refuse(error)
    },
  }
}
