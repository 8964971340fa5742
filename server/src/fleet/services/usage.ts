import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import type { ServiceSession } from '../../postgres/database.ts'
import {
  addUsage,
  deleteUsageBefore,
  findUsage,
  listUsage,
  type UsageRow,
} from './usage-queries.ts'

/** The counters of the projects' services, one row per hour, kept for `KEPT_HOURS`. */
export type Usage = {
  /** Adds to this hour's counter in memory, at almost no cost to a request. */
  count(ref: string, meter: string, amount: number): void
  /** A project's hours since `from`, including counts still in memory. */
  read(ref: string, from: Date): Promise<readonly UsageRow[]>
  /** The hours of all projects since `from`, including counts still in memory. */
  readAll(from: Date): Promise<readonly (UsageRow & { readonly ref: string })[]>
  start(): void
  /** Records the counts still in memory. */
  stop(): Promise<void>
}

/** A killed server loses at most the counts of this many milliseconds. */
const FLUSH_MS = 10_000
const HOUR_MS = 3_600_000
/** More than the 90 days that members can read. */
const KEPT_HOURS = 24 * 92

export function createUsage(deps: {
  readonly session: () => ServiceSession
  readonly clock: Clock
  readonly log: Log
}): Usage {
  let counted = new Map<string, Map<string, number>>()
  let hour = 0
  let trimmedAt = 0
  let timer: NodeJS.Timeout | undefined
  let flushing: Promise<void> = Promise.resolve()
  const closed: { readonly hour: Date; readonly counted: typeof counted }[] = []

  /** Sets the past hour's counters aside, so that the new hour starts with empty ones. */
  function closeHour(): void {
    if (counted.size === 0) return
    closed.push({ hour: new Date(hour), counted })
    counted = new Map()
  }

  async function record(): Promise<void> {
    closeHour()
    for (let next = closed[0]; next; next = closed[0]) {
      const rows = [...next.counted].flatMap(([ref, meters]) =>
        [...meters].map(([meter, amount]) => ({ ref, meter, amount })),
      )
      await addUsage(deps.session(), next.hour, rows)
      closed.shift()
    }
    await trim()
  }

  /** Deletes expired counters, once an hour. */
  async function trim(): Promise<void> {
    const now = deps.clock.now().getTime()
    if (now - trimmedAt < HOUR_MS) return
    await deleteUsageBefore(deps.session(), new Date(now - KEPT_HOURS * HOUR_MS))
    trimmedAt = now
  }

  const flush = (): Promise<void> =>
    (flushing = flushing.then(record).catch((error: unknown) => {
      // Counts that could not be recorded are kept for the next flush.
      deps.log.warn({ err: error }, 'Usage could not be recorded.')
    }))

  return {
    count(ref, meter, amount) {
      const now = deps.clock.now().getTime()
      const current = now - (now % HOUR_MS)
      if (current !== hour) {
        closeHour()
        hour = current
      }
      let meters = counted.get(ref)
      if (!meters) counted.set(ref, (meters = new Map()))
      meters.set(meter, (meters.get(meter) ?? 0) + amount)
    },
    async read(ref, from) {
      await flush()
      return findUsage(deps.session(), ref, from)
    },
    async readAll(from) {
      await flush()
      return listUsage(deps.session(), from)
    },
    start() {
      timer = setInterval(() => void flush(), FLUSH_MS)
      timer.unref()
    },
    async stop() {
      clearInterval(timer)
      await flush()
    },
  }
}
