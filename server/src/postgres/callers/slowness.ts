import { LONG_MS, type DurationEstimates } from './duration-estimates.ts'
import { SLOW_MS, type PooledConnection } from './pooled-connection.ts'

type Options = {
  readonly connections: readonly PooledConnection[]
  readonly durations: DurationEstimates
  /** Opens a connection if the pool has room for another. */
  readonly openAnother: () => void
}

/**
 * Watches transactions that were expected to be quick. One that is slow is not expected to be quick
 * again, and reads that wait behind it are retried on an idle connection.
 */
export function createSlownessWatch({ connections, durations, openAnother }: Options) {
  function watch(connection: PooledConnection): void {
    // Reads responses that have already arrived first: a process that was itself busy sees them
    // only now.
    connection.slowTimer ??= setTimeout(() => setImmediate(() => check(connection)), SLOW_MS)
  }

  function check(connection: PooledConnection): void {
    connection.slowTimer = undefined
    const [head, ...behind] = connection.queue
    const forMs = performance.now() - connection.since
    if (head?.watched !== undefined && !head.wasSlow && forMs >= LONG_MS) {
      head.wasSlow = true
      durations.record(head.watched, forMs)
    }
    const retryable = behind.filter(({ retryElsewhere }) => retryElsewhere !== undefined)
    if (retryable.length === 0) {
      const isWatched = connection.queue.some(({ watched, wasSlow }) => watched && !wasSlow)
      return isWatched ? watch(connection) : undefined
    }
    const isSlow = forMs >= SLOW_MS
    const hasIdle = connections.some(({ queue }) => queue.length === 0)
    if (isSlow && !hasIdle) openAnother()
    if (!isSlow || !hasIdle) return watch(connection)
    for (const queued of retryable) {
      const { retryElsewhere } = queued
      queued.retryElsewhere = undefined
      retryElsewhere?.()
    }
  }

  return watch
}
