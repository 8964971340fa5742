import type { RealtimeMetrics, RealtimeMinute } from '@stoa/contract/services/realtime/metrics'
import type { Clock } from '../../../lib/clock.ts'
import type { NodeReport, Peers } from '../../../project/peers.ts'
import { NAME } from '../name.ts'
import type { MeterName } from './meters.ts'

/** Counters of what is open: sockets, or joined channels. */
export type Gauge = 'clients' | 'channels'

/** Events of one project's realtime service. */
export type Activity = {
  count(meter: Exclude<MeterName, 'client_ms' | 'channel_ms'>, amount?: number): void
  /** A socket or channel was opened (1) or closed (-1). */
  change(gauge: Gauge, by: 1 | -1): void
  /** Records how long everything open has been open, as usage is kept per hour. */
  settle(): void
}

/** The events of all projects in the last hour. */
export type Activities = {
  of(project: Counting): Activity
  /** Adds another process's report about a project. */
  merge(report: Pick<NodeReport, 'node' | 'ref' | 'counts' | 'open'>): void
  read(ref: string): RealtimeMetrics
}

/** The part of a project that counts usage. */
type Counting = {
  readonly ref: string
  count(service: string, meter: string, amount: number): void
}

type Minute = Omit<RealtimeMinute, 'from'>
type Recent = {
  readonly now: Record<Gauge, number>
  /** The number of open ones on each node. */
  readonly nodes: Map<string, Record<Gauge, number>>
  readonly minutes: Map<number, Minute>
}

const MINUTE_MS = 60_000
const MINUTES = 60
const TIME_OF = { clients: 'client_ms', channels: 'channel_ms' } as const

/**
 * Counts for the usage of each project, and keeps the last hour minute by minute in memory. It
 * outlives the hub of a project, so that a project that fell asleep still shows its last hour.
 */
export function createActivities(clock: Clock, report?: Peers['report']): Activities {
  const projects = new Map<string, Recent>()
  let sweptAt = 0
  const now = () => clock.now().getTime()

  function recentOf(ref: string): Recent {
    let recent = projects.get(ref)
    if (!recent)
      projects.set(
        ref,
        (recent = { now: { clients: 0, channels: 0 }, nodes: new Map(), minutes: new Map() }),
      )
    return recent
  }

  /** Changes the number of open ones, in a minute that starts with the previous number. */
  function change(ref: string, gauge: Gauge, by: number): void {
    const recent = recentOf(ref)
    const minute = minuteOf(ref)
    recent.now[gauge] += by
    minute[gauge] = Math.max(minute[gauge], recent.now[gauge])
  }

  /** The current minute, which starts with the current number. */
  function minuteOf(ref: string): Minute {
    const at = Math.floor(now() / MINUTE_MS)
    const { minutes, now: open } = recentOf(ref)
    let minute = minutes.get(at)
    if (!minute) {
      minutes.set(at, (minute = { ...NOTHING, ...open }))
      for (const old of minutes.keys()) if (old <= at - MINUTES) minutes.delete(old)
      sweep(at)
    }
    return minute
  }

  /** Forgets projects without events in the last hour. */
  function sweep(at: number): void {
    if (at === sweptAt) return
    sweptAt = at
    for (const [ref, { now: open, minutes }] of projects) {
      const isOver = [...minutes.keys()].every((minute) => minute <= at - MINUTES)
      if (isOver && open.clients === 0 && open.channels === 0) projects.delete(ref)
    }
  }

  return {
    of(project) {
      const { ref } = project
      const since: Record<Gauge, number> = { clients: now(), channels: now() }
      const open: Record<Gauge, number> = { clients: 0, channels: 0 }
      const settle = (gauge: Gauge) => {
        const time = now()
        const passed = open[gauge] * (time - since[gauge])
        since[gauge] = time
        if (passed > 0) project.count(NAME, TIME_OF[gauge], passed)
      }
      return {
        count(meter, amount = 1) {
          if (amount === 0) return
          project.count(NAME, meter, amount)
          minuteOf(ref)[meter] += amount
        },
        change(gauge, by) {
          settle(gauge)
          open[gauge] += by
          change(ref, gauge, by)
          report?.(ref, { ...recentOf(ref).now })
        },
        settle() {
          settle('clients')
          settle('channels')
          if (open.clients > 0) minuteOf(ref)
        },
      }
    },
    merge({ node, ref, counts = {}, open }) {
      const minute = minuteOf(ref)
      for (const [meter, amount] of Object.entries(counts))
        if (isCounted(meter)) minute[meter] += amount
      if (!open) return
      const { nodes } = recentOf(ref)
      const before = nodes.get(node) ?? { clients: 0, channels: 0 }
      const after = { clients: open['clients'] ?? 0, channels: open['channels'] ?? 0 }
      for (const gauge of ['clients', 'channels'] as const)
        change(ref, gauge, after[gauge] - before[gauge])
      if (after.clients + after.channels > 0) nodes.set(node, after)
      else nodes.delete(node)
    },
    read(ref) {
      const last = Math.floor(now() / MINUTE_MS)
      const recent = projects.get(ref)
      const open = recent?.now ?? { clients: 0, channels: 0 }
      return {
        ...open,
        minutes: Array.from({ length: MINUTES }, (_, index) => {
          const at = last - MINUTES + 1 + index
          // A minute without events starts with the current number.
          const silent = at === last ? { ...NOTHING, ...open } : NOTHING
          return {
            from: new Date(at * MINUTE_MS).toISOString(),
            ...(recent?.minutes.get(at) ?? silent),
          }
        }),
      }
    },
  }
}

/** The clients that are connected now, and the messages of the last whole minute. */
export function measureActivity({ clients, minutes }: RealtimeMetrics) {
  const last = minutes.at(-2)
  const messages = (last?.messages ?? 0) + (last?.deliveries ?? 0)
  return { realtime_connections: clients, realtime_messages: messages / (MINUTE_MS / 1000) }
}

const NOTHING: Minute = {
  clients: 0,
  channels: 0,
  connections: 0,
  joins: 0,
  join_ms: 0,
  messages: 0,
  deliveries: 0,
  presences: 0,
  changes: 0,
  refusals: 0,
  errors: 0,
}

const isCounted = (meter: string): meter is Exclude<keyof Minute, Gauge> =>
  meter in NOTHING && meter !== 'clients' && meter !== 'channels'
