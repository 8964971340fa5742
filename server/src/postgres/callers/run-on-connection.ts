import type { PooledTransaction, Results, TimedStatement } from './pooled-transaction.ts'
import { canceled, type Cancellation } from './cancellation.ts'
import type { DurationEstimates } from './duration-estimates.ts'
import { dequeue, enqueue, MAX_QUEUE_MS, type PooledConnection } from './pooled-connection.ts'
import { sendTransaction } from './transaction.ts'

export type ConnectionRuns = {
  readonly durations: DurationEstimates
  readonly cancellation: Cancellation
  readonly watchForSlowness: (connection: PooledConnection) => void
}

/** SQLSTATE invalid_sql_statement_name: the transaction that was to prepare the statement failed. */
const NOT_PREPARED = '26000'

/** Nothing queues behind a statement of unknown duration. */
const UNKNOWN_MS = 1000

/** Runs a transaction on a connection, twice if it relied on a statement that was never prepared. */
export async function runOnConnection(
  { durations, cancellation, watchForSlowness }: ConnectionRuns,
  connection: PooledConnection,
  {
    transaction,
    retryElsewhere,
  }: { readonly transaction: PooledTransaction; readonly retryElsewhere?: () => void },
): Promise<Results> {
  const { timed, signal } = transaction
  if (signal?.aborted) throw canceled()
  const queued = {
    expectedMs: expectedMsOf(durations, transaction),
    watched: timed?.mayRunTwice === false ? timed.name : undefined,
    wasSlow: false,
    retryElsewhere,
    signal,
  }
  enqueue(connection, queued)
  if (queued.watched !== undefined || retryElsewhere) watchForSlowness(connection)
  const cancelThis = signal && (() => cancellation.cancelIfAlone(connection))
  if (cancelThis) signal.addEventListener('abort', cancelThis)
  try {
    const results = await sendTransaction(connection, transaction)
    if (timed && !queued.wasSlow) record(durations, timed, results)
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
    if (connection.cancellation) await cancellation.settle(connection)
    dequeue(connection, queued)
    cancellation.cancelIfAlone(connection)
  }
}

/** Whether a transaction is expected to end soon enough for others to wait behind it. */
export const isQuick = (durations: DurationEstimates, transaction: PooledTransaction): boolean =>
  expectedMsOf(durations, transaction) <= MAX_QUEUE_MS

const expectedMsOf = (durations: DurationEstimates, { timed }: PooledTransaction): number =>
  timed === undefined ? UNKNOWN_MS : (durations.estimate(timed.name) ?? UNKNOWN_MS)

function record(
  durations: DurationEstimates,
  { name, tookAt }: TimedStatement,
  results: Results,
): void {
  const took = results.at(-1)?.rows[0]?.[tookAt]
  if (typeof took === 'string') durations.record(name, Number(took) * 1000)
}

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
