import type { Client } from 'pg'
import type { EndSignal } from '../../lib/end-signal.ts'
import { databaseStopping } from '../connections/database-stopping.ts'
import type { CallerContext, CallerStatement } from './caller.ts'
import { pooledTransaction, type PooledTransaction, type Results } from './pooled-transaction.ts'
import { canceled, createCancellation } from './cancellation.ts'
import { createDurationEstimates } from './duration-estimates.ts'
import { createLaneSharing, type ShareLane } from './lane-sharing.ts'
import { createCallerLanes, laneOf, type CallerLanes, type LaneKind } from './lanes.ts'
import {
  cancelAll,
  createPoolConnections,
  endAll,
  isBusy,
  openOne,
  pickForOther,
  pickForQuick,
  runOnPicked,
  type PoolConnections,
  type PoolConnectionsOptions,
} from './pool-connections.ts'
import { hasRoom, type PooledConnection } from './pooled-connection.ts'
import { isQuick, runOnConnection, type ConnectionRuns } from './run-on-connection.ts'
import { createSettings } from './settings.ts'
import { createSlownessWatch } from './slowness.ts'

type Options = PoolConnectionsOptions & {
  /** Cancels what runs on a connection; resolves to whether Postgres has confirmed it. */
  readonly cancel: (client: Client) => Promise<boolean>
}

const none: readonly CallerStatement[] = []

type CallerPool = ConnectionRuns & {
  readonly connections: PoolConnections
  readonly lanes: CallerLanes
  readonly share: ShareLane<PooledConnection>
  readonly settingsOf: (context: CallerContext) => CallerStatement
  /** Names of reads whose first run has not ended. */
  readonly firstRuns: Set<string>
  isClosing: boolean
}

/**
 * A pool of pipelined connections for transactions as callers. A transaction is its settings and its
 * statements, written at once and answered in one round trip. Several transactions can be on the
 * wire of one connection, back to back.
 *
 * Waking another Postgres process costs as much as a quick query, on both sides. So a read known to
 * be quick queues behind others like it on a busy connection; see
 * `docs/decisions/0008-quick-reads-share-a-connection.md`. A read that waits behind an unexpectedly
 * slow one is retried on another connection. Every other transaction waits for a lane, so that slow
 * ones cannot occupy every connection; runs of one quick write or call share a lane.
 *
 * The connection's own role, `authenticator`, has no privileges of its own: if the settings failed,
 * nothing after them would run.
 */
export function createCallerPool({ cancel, ...options }: Options) {
  const pool = createPool(cancel, options)
  const { connections, lanes } = pool
  return {
    run(
      context: CallerContext,
      statement: CallerStatement,
      after: readonly CallerStatement[] = none,
    ): Promise<Results> {
      if (pool.isClosing) return Promise.reject(databaseStopping())
      if (context.signal?.aborted) return Promise.reject(canceled())
      const settings = pool.settingsOf(context)
      const statements = [statement, ...after] as const
      const transaction = pooledTransaction(context, settings, statements)
      const running = runAnywhere(pool, transaction)
      return transaction.startsWithSettings ? running.then((results) => results.slice(1)) : running
    },
    load: () => ({
      active: connections.list.reduce((sum, { queue }) => sum + queue.length, lanes.waiting),
      connections: connections.list.length,
    }),
    async interrupt() {
      pool.isClosing = true
      lanes.close(databaseStopping())
      await cancelAll(connections)
    },
    async close(deadlineMs: number) {
      pool.isClosing = true
      const end = performance.now() + deadlineMs
      while ((isBusy(connections) || lanes.waiting > 0) && performance.now() < end)
        await new Promise((done) => setTimeout(done, 10))
      lanes.close(databaseStopping())
      await endAll(connections)
    },
  }
}

function createPool(cancel: Options['cancel'], options: PoolConnectionsOptions): CallerPool {
  const connections = createPoolConnections(options)
  const durations = createDurationEstimates()
  const lanes = createCallerLanes(options.max)
  const pool: CallerPool = {
    connections,
    durations,
    lanes,
    cancellation: createCancellation(cancel),
    watchForSlowness: createSlownessWatch({
      connections: connections.list,
      durations,
      openAnother() {
        if (connections.list.length < options.max && !pool.isClosing)
          openOne(connections).catch(() => {})
      },
    }),
    share: createLaneSharing<PooledConnection>({
      lanes,
      occupy: (kind, work) => runInLane(pool, { kind, work }),
      hasRoom: (connection) => !connection.isBroken && hasRoom(connection, performance.now()),
    }),
    settingsOf: createSettings(),
    firstRuns: new Set(),
    isClosing: false,
  }
  return pool
}

// A quick read has nothing to wait for before its response, so these steps are not async functions:
// each promise would cost every request.
function runAnywhere(pool: CallerPool, transaction: PooledTransaction): Promise<Results> {
  const { timed } = transaction
  if (!timed || !isQuick(pool.durations, transaction)) return runAlone(pool, transaction)
  if (!timed.mayRunTwice) return runShared(pool, transaction, timed.name)
  return runOnPicked(pool.connections, pickForQuick, (connection) =>
    runQuickRead(pool, connection, transaction),
  )
}

function runQuickRead(
  pool: CallerPool,
  connection: PooledConnection,
  transaction: PooledTransaction,
): Promise<Results> {
  if (connection.queue.length === 0) return runOnConnection(pool, connection, { transaction })
  return new Promise((resolve, reject) => {
    let isSettled = false
    const take = (results: Results) => {
      if (isSettled) for (const { long } of results) long?.discard()
      else resolve(results)
      isSettled = true
    }
    const fail = (error: unknown) => {
      isSettled = true
      reject(error)
    }
    // A retry that fails is ignored, because the first attempt is still running.
    const retryElsewhere = () => void runAnywhere(pool, transaction).then(take, () => {})
    runOnConnection(pool, connection, { transaction, retryElsewhere }).then(take, fail)
  })
}

/** Runs in a lane of its own. */
async function runAlone(pool: CallerPool, transaction: PooledTransaction): Promise<Results> {
  const { durations, firstRuns } = pool
  const { role, timed, signal } = transaction
  const work = (connection: PooledConnection) => runOnConnection(pool, connection, { transaction })
  const isFirst =
    timed?.mayRunTwice && !firstRuns.has(timed.name) && durations.estimate(timed.name) === undefined
  if (!isFirst) return runInLane(pool, { kind: laneOf(role), work, signal })
  firstRuns.add(timed.name)
  return runInLane(pool, { kind: 'first', work, signal }).finally(() =>
    firstRuns.delete(timed.name),
  )
}

/** Runs in the lane of other runs of the same statement, if one has room. */
async function runShared(
  pool: CallerPool,
  transaction: PooledTransaction,
  name: string,
): Promise<Results> {
  const kind = laneOf(transaction.role)
  const spreads = !transaction.isReadOnly
  // Until it is sent, it can still move away from a queue that turned out slow.
  const results = await pool.share({ name, kind, spreads }, (connection) =>
    isQuick(pool.durations, transaction)
      ? runOnConnection(pool, connection, { transaction })
      : undefined,
  )
  return results ?? runAlone(pool, transaction)
}

type LaneWork<T> = {
  readonly kind: LaneKind
  readonly work: (connection: PooledConnection) => Promise<T>
  readonly signal?: EndSignal | undefined
}

const runInLane = <T>(
  { lanes, connections }: CallerPool,
  { kind, work, signal }: LaneWork<T>,
): Promise<T> =>
  lanes.run(
    kind,
    () =>
      runOnPicked(connections, pickForOther, async (connection) => {
        connection.others += 1
        try {
          return await work(connection)
        } finally {
          connection.others -= 1
        }
      }),
    signal,
  )
