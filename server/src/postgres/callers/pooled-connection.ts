import type { Client } from 'pg'
import type { EndSignal } from '../../lib/end-signal.ts'
import { endClient } from '../connections/connect.ts'
import { tapLongValues } from '../wire/long-values.ts'
import type { CallerConnection } from './transaction.ts'

export type PooledConnection = CallerConnection & {
  readonly client: Client
  /** Transactions on the wire, in the order in which Postgres responds to them. */
  readonly queue: QueuedTransaction[]
  /** The estimated duration of the whole queue, in milliseconds. */
  expectedMs: number
  /** When the first transaction of the queue began. */
  since: number
  idleTimer: NodeJS.Timeout
  slowTimer: NodeJS.Timeout | undefined
  /** Pending while its only transaction is being canceled; nothing else may be sent until then. */
  cancellation: Promise<void> | undefined
  isBroken: boolean
  /** How many lanes use this connection. */
  others: number
}

export type QueuedTransaction = {
  readonly expectedMs: number
  /** The statement that no longer counts as quick once this transaction has been slow. */
  readonly watched: string | undefined
  wasSlow: boolean
  /** Runs the transaction again on another connection; undefined where it must run only once. */
  retryElsewhere: (() => void) | undefined
  readonly signal: EndSignal | undefined
}

/** A quick statement joins a queue that is expected to take at most this long, in milliseconds. */
export const MAX_QUEUE_MS = 0.5
const MAX_QUEUE_LENGTH = 8
/** A read that waits this long behind another is retried on an idle connection. */
export const SLOW_MS = 10

/** Adds an open connection to `connections` until it ends, or has been idle for `idleMs`. */
export function poolConnection(
  client: Client,
  {
    connections,
    idleMs,
    batch,
    receive,
  }: Pick<CallerConnection, 'batch' | 'receive'> & {
    readonly connections: PooledConnection[]
    readonly idleMs: number
  },
): PooledConnection {
  const remove = () => {
    connection.isBroken = true
    clearTimeout(connection.idleTimer)
    const at = connections.indexOf(connection)
    if (at >= 0) connections.splice(at, 1)
  }
  const idleTimer = setTimeout(() => {
    if (connection.isBroken) return
    if (connection.queue.length > 0) return void idleTimer.refresh()
    remove()
    void endClient(client)
  }, idleMs)
  idleTimer.unref()
  const connection: PooledConnection = {
    client,
    queue: [],
    expectedMs: 0,
    since: 0,
    idleTimer,
    slowTimer: undefined,
    cancellation: undefined,
    isBroken: false,
    others: 0,
    prepared: new Map(),
    batch,
    tap: tapLongValues(client.connection.stream),
    receive,
  }
  client.once('end', remove)
  client.once('error', remove)
  connections.push(connection)
  return connection
}

export function enqueue(connection: PooledConnection, queued: QueuedTransaction): void {
  if (connection.queue.length === 0) connection.since = performance.now()
  connection.queue.push(queued)
  connection.expectedMs += queued.expectedMs
}

export function dequeue(connection: PooledConnection, queued: QueuedTransaction): void {
  connection.queue.splice(connection.queue.indexOf(queued), 1)
  connection.expectedMs =
    connection.queue.length === 0 ? 0 : connection.expectedMs - queued.expectedMs
  connection.since = performance.now()
  if (!connection.isBroken) connection.idleTimer.refresh()
}

export const hasRoom = (
  { queue, expectedMs, since, cancellation }: PooledConnection,
  now: number,
): boolean =>
  queue.length < MAX_QUEUE_LENGTH &&
  expectedMs <= MAX_QUEUE_MS &&
  now - since < SLOW_MS &&
  !cancellation

export const isLessBusy = (
  { queue, cancellation }: PooledConnection,
  than: PooledConnection | undefined,
): boolean => !cancellation && (!than || queue.length < than.queue.length)
