import type { Client } from 'pg'
import { cancelStatement } from '../connections/cancel-statement.ts'
import { endClient } from '../connections/connect.ts'
import { databaseStopping } from '../connections/database-stopping.ts'
import { createWireBatch } from '../wire/batch.ts'
import { receiveLongText, type LongTexts } from '../wire/long-text.ts'
import { hasRoom, isLessBusy, poolConnection, type PooledConnection } from './pooled-connection.ts'

export type PoolConnectionsOptions = {
  readonly connect: () => Promise<Client>
  readonly max: number
  readonly idleMs: number
  readonly longTexts: LongTexts
}

/** The open connections of a pool, of which there are at most `max`. */
export type PoolConnections = {
  readonly list: PooledConnection[]
  readonly max: number
  readonly open: () => Promise<PooledConnection>
  opening: Promise<PooledConnection> | undefined
  isClosed: boolean
}

export function createPoolConnections({
  connect,
  max,
  idleMs,
  longTexts,
}: PoolConnectionsOptions): PoolConnections {
  const batch = createWireBatch()
  const receive = (byteLength: number) => receiveLongText(longTexts, byteLength)
  const pool: PoolConnections = {
    list: [],
    max,
    async open() {
      const client = await connect()
      if (pool.isClosed) {
        await endClient(client)
        throw databaseStopping()
      }
      return poolConnection(client, { connections: pool.list, idleMs, batch, receive })
    },
    opening: undefined,
    isClosed: false,
  }
  return pool
}

/** Opens a connection, or waits for the one that is being opened. */
export const openOne = (pool: PoolConnections): Promise<PooledConnection> =>
  (pool.opening ??= pool.open().finally(() => (pool.opening = undefined)))

/** Runs on the picked connection before any other work can pick it, after opening one if needed. */
export function runOnPicked<T>(
  pool: PoolConnections,
  pick: (pool: PoolConnections) => PooledConnection | undefined,
  run: (connection: PooledConnection) => Promise<T>,
): Promise<T> {
  const picked = pick(pool)
  return picked ? run(picked) : openOne(pool).then(() => runOnPicked(pool, pick, run))
}

/** A connection that only quick reads use; undefined if one has to be opened. */
export function pickForQuick(pool: PoolConnections): PooledConnection | undefined {
  const now = performance.now()
  let idle: PooledConnection | undefined
  let leastBusy: PooledConnection | undefined
  for (const connection of pool.list) {
    if (connection.queue.length === 0) idle ??= connection
    else if (hasRoom(connection, now)) return connection
    if (connection.others === 0 && isLessBusy(connection, leastBusy)) leastBusy = connection
  }
  if (idle) return idle
  // While a connection opens, quick reads wait on the least busy one.
  if (leastBusy && pool.list.length < pool.max) openOne(pool).catch(() => {})
  return leastBusy
}

/** A connection that belongs to no lane; undefined if one has to be opened. */
export function pickForOther({ list, max }: PoolConnections): PooledConnection | undefined {
  let leastBusy: PooledConnection | undefined
  for (const connection of list)
    if (connection.others === 0 && isLessBusy(connection, leastBusy)) leastBusy = connection
  return leastBusy?.queue.length === 0 || list.length >= max ? leastBusy : undefined
}

export const isBusy = ({ list, opening }: PoolConnections): boolean =>
  opening !== undefined || list.some(({ queue }) => queue.length > 0)

/** Cancels every statement that runs. */
export async function cancelAll({ list }: PoolConnections): Promise<void> {
  const busy = list.filter(({ queue }) => queue.length > 0)
  await Promise.all(busy.map(({ client }) => cancelStatement(client)))
}

/** Ends every connection, also those that are still being opened. */
export async function endAll(pool: PoolConnections): Promise<void> {
  pool.isClosed = true
  await Promise.all(
    pool.list.splice(0).map(async ({ client, queue, idleTimer }) => {
      clearTimeout(idleTimer)
      const ended = endClient(client)
      // A pipelined client would wait for its responses indefinitely.
      if (queue.length > 0) client.connection.stream.destroy()
      await ended
    }),
  )
}
