import type { Client } from 'pg'
import { canceled, createCancellation } from './cancellation.ts'
import {
  dequeue,
  enqueue,
  hasRoom,
  isLessBusy,
  MAX_QUEUE_MS,
  poolConnection,
  type PooledConnection,
} from './pooled-connection.ts'
import { createSlownessWatch } from './slowness.ts'
import { sendTransaction } from './transaction.ts'
import { createCallerLanes, laneOf, type LaneKind } from './lanes.ts'
import { createSettings, isolating } from './settings.ts'
import type { CallerContext, CallerStatement } from './caller.ts'
import { cancelStatement } from '../connections/cancel-statement.ts'
import { endClient } from '../connections/connect.ts'
import { databaseStopping } from '../connections/database-stopping.ts'
import { createDurationEstimates } from './duration-estimates.ts'
import { createLaneSharing } from './lane-sharing.ts'
import { receiveLongText, type LongTexts } from '../wire/long-text.ts'
import type { TextResult } from '../session.ts'
import { createWireBatch } from '../wire/batch.ts'

type Options = {
  connect: () => Promise<Client>
  /** Cancels what runs on a connection; resolves to whether Postgres has confirmed it. */
  cancel: (client: Client) => Promise<boolean>
  max: number
  idleMs: number
  longTexts: LongTexts
}
type Transaction = {
  readonly role: string
  readonly settings: CallerStatement
  readonly statements: readonly CallerStatement[]
  readonly isReadOnly: boolean
  /** The statement whose duration is recorded. */
  readonly timed: Timed | undefined
  readonly signal: AbortSignal | undefined
}
type Timed = { readonly name: string; readonly tookAt: number; readonly mayRunTwice: boolean }
type Results = readonly TextResult[]

/** SQLSTATE invalid_sql_statement_name: the transaction that was to prepare the statement failed. */
const NOT_PREPARED = '26000'

/** Nothing queues behind a statement of unknown duration. */
const UNKNOWN_MS = 1000

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
export function createCallerPool({ connect, cancel, max, idleMs, longTexts }: Options) {
  const connections: PooledConnection[] = []
  let opening: Promise<PooledConnection> | undefined
  let isClosing = false
  let isClosed = false

  const lanes = createCallerLanes(max)
  const settingsOf = createSettings()
  const durations = createDurationEstimates()
  /** Names of reads whose first run has not ended. */
  const firstRuns = new Set<string>()
  const batch = createWireBatch()
  const receive = (byteLength: number) => receiveLongText(longTexts, byteLength)
  const { cancelIfAlone, settle } = createCancellation(cancel)
  const watchForSlowness = createSlownessWatch({
    connections,
    durations,
    openAnother() {
      if (connections.length < max && !isClosing) openOne().catch(() => {})
    },
  })
  const share = createLaneSharing<PooledConnection>({
    lanes,
    occupy: (kind, work) => inLane(kind, work),
    hasRoom: (connection) => !connection.isBroken && hasRoom(connection, performance.now()),
  })

  /** A connection that only quick reads use; undefined if one has to be opened. */
  function pickForQuick(): PooledConnection | undefined {
    const now = performance.now()
    let idle: PooledConnection | undefined
    let leastBusy: PooledConnection | undefined
    for (const connection of connections) {
      if (connection.queue.length === 0) idle ??= connection
      else if (hasRoom(connection, now)) return connection
      if (connection.others === 0 && isLessBusy(connection, leastBusy)) leastBusy = connection
    }
    if (idle) return idle
    // While a connection opens, quick reads wait on the least busy one.
    if (leastBusy && connections.length < max) openOne().catch(() => {})
    return leastBusy
  }

  /** A connection that belongs to no lane; undefined if one has to be opened. */
  function pickForOther(): PooledConnection | undefined {
    let leastBusy: PooledConnection | undefined
    for (const connection of connections)
      if (connection.others === 0 && isLessBusy(connection, leastBusy)) leastBusy = connection
    return leastBusy?.queue.length === 0 || connections.length >= max ? leastBusy : undefined
  }

  const openOne = () => (opening ??= openConnection().finally(() => (opening = undefined)))

  /**
   * Runs on the picked connection before any other work can pick it, after opening one if needed.
   */
  async function runOnPicked<T>(
    pick: () => PooledConnection | undefined,
    run: (connection: PooledConnection) => Promise<T>,
  ): Promise<T> {
    let picked = pick()
    while (!picked) {
      await openOne()
      picked = pick()
    }
    return run(picked)
  }

  async function openConnection(): Promise<PooledConnection> {
    const client = await connect()
    if (isClosed) {
      await endClient(client)
      throw databaseStopping()
    }
    return poolConnection(client, { connections, idleMs, batch, receive })
  }

  /** Runs a transaction on a connection, twice if it relied on a statement that was never prepared. */
  async function runOn(
    connection: PooledConnection,
    transaction: Transaction,
    retryElsewhere?: () => void,
  ): Promise<Results> {
    const { timed, signal } = transaction
    if (signal?.aborted) throw canceled()
    const queued = {
      expectedMs: expectedMsOf(transaction),
      watched: timed?.mayRunTwice === false ? timed.name : undefined,
      wasSlow: false,
      retryElsewhere,
      signal,
    }
    enqueue(connection, queued)
    if (queued.watched !== undefined || retryElsewhere) watchForSlowness(connection)
    const cancelThis = signal && (() => cancelIfAlone(connection))
    if (cancelThis) signal.addEventListener('abort', cancelThis, ONCE)
    try {
      const results = await sendTransaction(connection, transaction)
      if (timed && !queued.wasSlow) record(timed, results)
      return results
    } catch (error) {
      if (signal?.aborted) throw canceled()
      if (codeOf(error) !== NOT_PREPARED || connection.isBroken) throw error
      // Nothing of it was committed, so it can run once more, preparing everything itself.
      for (const { name } of [transaction.settings, ...transaction.statements])
        if (name !== undefined) connection.prepared.delete(name)
      return await sendTransaction(connection, transaction)
    } finally {
      if (cancelThis) signal.removeEventListener('abort', cancelThis)
      if (connection.cancellation) await settle(connection)
      dequeue(connection, queued)
      cancelIfAlone(connection)
    }
  }

  function record({ name, tookAt }: Timed, results: Results): void {
    const took = results.at(-1)?.rows[0]?.[tookAt]
    if (typeof took === 'string') durations.record(name, Number(took) * 1000)
  }

  const expectedMsOf = ({ timed }: Transaction): number =>
    timed === undefined ? UNKNOWN_MS : (durations.estimate(timed.name) ?? UNKNOWN_MS)

  const isQuick = (transaction: Transaction) => expectedMsOf(transaction) <= MAX_QUEUE_MS

  async function runAnywhere(transaction: Transaction): Promise<Results> {
    const { timed } = transaction
    if (!timed || !isQuick(transaction)) return runInLane(transaction)
    if (!timed.mayRunTwice) return runInSharedLane(transaction, timed)
    return runOnPicked(pickForQuick, (connection) => runQuickRead(connection, transaction))
  }

  async function runQuickRead(
    connection: PooledConnection,
    transaction: Transaction,
  ): Promise<Results> {
    if (connection.queue.length === 0) return runOn(connection, transaction)
    return new Promise((resolve, reject) => {
      let isAnswered = false
      const take = (results: Results) => {
        if (isAnswered) for (const { long } of results) long?.discard()
        else resolve(results)
        isAnswered = true
      }
      const fail = (error: unknown) => {
        isAnswered = true
        reject(error)
      }
      // A retry that fails is ignored, because the first attempt is still running.
      const retryElsewhere = () => void runAnywhere(transaction).then(take, () => {})
      runOn(connection, transaction, retryElsewhere).then(take, fail)
    })
  }

  async function runInLane(transaction: Transaction): Promise<Results> {
    const { role, timed, signal } = transaction
    const runAlone = (connection: PooledConnection) => runOn(connection, transaction)
    const isFirst =
      timed?.mayRunTwice &&
      !firstRuns.has(timed.name) &&
      durations.estimate(timed.name) === undefined
    if (!isFirst) return inLane(laneOf(role), runAlone, signal)
    firstRuns.add(timed.name)
    return inLane('first', runAlone, signal).finally(() => firstRuns.delete(timed.name))
  }

  const inLane = <T>(
    kind: LaneKind,
    work: (connection: PooledConnection) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> =>
    lanes.run(
      kind,
      () =>
        runOnPicked(pickForOther, async (connection) => {
          connection.others += 1
          try {
            return await work(connection)
          } finally {
            connection.others -= 1
          }
        }),
      signal,
    )

  async function runInSharedLane(transaction: Transaction, { name }: Timed): Promise<Results> {
    const kind = laneOf(transaction.role)
    const spreads = !transaction.isReadOnly
    // Until it is sent, it can still move away from a queue that turned out slow.
    const results = await share({ name, kind, spreads }, (connection) =>
      isQuick(transaction) ? runOn(connection, transaction) : undefined,
    )
    return results ?? runInLane(transaction)
  }

  async function run(
    context: CallerContext,
    statement: CallerStatement,
    after: readonly CallerStatement[] = none,
  ): Promise<Results> {
    if (isClosing) throw databaseStopping()
    if (context.signal?.aborted) throw canceled()
    const isolation = context.isolation && isolating(context.isolation)
    const settings = isolation ?? settingsOf(context)
    const given = after.length === 0 ? [statement] : [statement, ...after]
    // The isolation level must be set before any other statement of the transaction.
    const statements = isolation ? [settingsOf(context), ...given] : given
    const { role, isReadOnly, signal } = context
    const { name, tookAt, mayRunTwice = false } = statement
    const isTimed = name !== undefined && tookAt !== undefined && after.length === 0
    const timed = isTimed ? { name, tookAt, mayRunTwice: mayRunTwice && isReadOnly } : undefined
    const results = await runAnywhere({ role, settings, statements, isReadOnly, timed, signal })
    return isolation ? results.slice(1) : results
  }

  return {
    run,
    load: () => ({
      active: connections.reduce((sum, { queue }) => sum + queue.length, lanes.waiting),
      connections: connections.length,
    }),
    async interrupt() {
      isClosing = true
      lanes.close(databaseStopping())
      const busy = connections.filter(({ queue }) => queue.length > 0)
      await Promise.all(busy.map(({ client }) => cancelStatement(client)))
    },
    async close(deadlineMs: number) {
      isClosing = true
      const end = performance.now() + deadlineMs
      const isBusy = () =>
        opening !== undefined ||
        lanes.waiting > 0 ||
        connections.some(({ queue }) => queue.length > 0)
      while (isBusy() && performance.now() < end) await new Promise((done) => setTimeout(done, 10))
      isClosed = true
      lanes.close(databaseStopping())
      await Promise.all(
        connections.splice(0).map(async ({ client, queue, idleTimer }) => {
          clearTimeout(idleTimer)
          const ended = endClient(client)
          // A pipelined client would wait for its responses indefinitely.
          if (queue.length > 0) client.connection.stream.destroy()
          await ended
        }),
      )
    },
  }
}

const none: readonly CallerStatement[] = []

const ONCE = { once: true } as const

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
