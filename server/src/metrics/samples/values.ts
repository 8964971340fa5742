import { availableParallelism } from 'node:os'
import { MIN_RATE_MS } from '../limits.ts'
import type { SampledValues } from '../port.ts'
import type { DatabaseUse } from './read-database.ts'
import type { ProcessUse } from './process-tree.ts'

/** Everything that one look at a running project found. */
export type Measurement = {
  readonly at: number
  /** A restart of Postgres begins new counters. */
  readonly pid: number | undefined
  readonly processes: ProcessUse | undefined
  readonly database: DatabaseUse | undefined
  readonly diskBytes: number | undefined
  readonly network: { readonly received: number; readonly sent: number }
  /** Values that services know. */
  readonly services: SampledValues
}

/** The values of a measurement; rates need the one before. */
export function valuesOf(now: Measurement, before: Measurement | undefined): SampledValues {
  const { processes, database } = now
  const { activity, sizes } = database ?? {}
  const values = {
    ...now.services,
    memory_bytes: processes?.memoryBytes,
    disk_bytes: now.diskBytes,
    database_bytes: sizes?.database_bytes,
    wal_bytes: sizes?.wal_bytes,
    connections: activity?.connections,
    connections_active: activity?.active,
    connections_waiting: activity?.waiting,
    connections_limit: activity?.connections_limit,
    locks: activity?.locks,
    longest_transaction_ms: activity?.longest_ms,
    ...(before && isComparable(now, before) && ratesOf(now, before)),
  }
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && Number.isFinite(value)),
  )
}

const isComparable = (now: Measurement, before: Measurement): boolean =>
  now.pid === before.pid && now.at - before.at >= MIN_RATE_MS

function ratesOf(now: Measurement, before: Measurement) {
  const seconds = (now.at - before.at) / 1000
  /** Undefined if one was not measured, or if the counter began anew. */
  const grown = (of: (each: Measurement) => number | undefined): number | undefined => {
    const [to, from] = [of(now), of(before)]
    return to === undefined || from === undefined || to < from ? undefined : to - from
  }
  const rate = (of: (each: Measurement) => number | undefined) => {
    const difference = grown(of)
    return difference === undefined ? undefined : difference / seconds
  }
  const counter = (name: keyof NonNullable<DatabaseUse['activity']>) => (each: Measurement) =>
    each.database?.activity?.[name]
  const busy = rate(({ processes }) => processes?.cpuSeconds)
  const hits = grown(counter('blocks_hit'))
  const reads = grown(counter('blocks_read'))
  const blocks = hits === undefined || reads === undefined ? 0 : hits + reads
  return {
    cpu_percent: busy === undefined ? undefined : (busy / availableParallelism()) * 100,
    disk_read_bytes: rate(({ processes }) => processes?.readBytes),
    disk_write_bytes: rate(({ processes }) => processes?.writtenBytes),
    network_received_bytes: rate(({ network }) => network.received),
    network_sent_bytes: rate(({ network }) => network.sent),
    transactions_committed: rate(counter('committed')),
    transactions_rolled_back: rate(counter('rolled_back')),
    cache_hit_percent: blocks > 0 ? ((hits ?? 0) / blocks) * 100 : undefined,
    rows_read: rate(counter('rows_read')),
    rows_written: rate(counter('rows_written')),
    deadlocks: grown(counter('deadlocks')),
    temporary_bytes: rate(counter('temporary_bytes')),
  }
}
