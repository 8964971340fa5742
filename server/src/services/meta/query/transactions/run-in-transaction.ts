import type { Impersonation } from '@stoa/contract/services/impersonation'
import { isDeepStrictEqual } from 'node:util'
import type { Caller } from '../../../../project/caller.ts'
import type { QueriedProject } from '../../../../project/project.ts'
import { answerOf, type RunResult } from '../answer.ts'
import type { RowReceiver } from '../execution.ts'
import { describeFailure } from '../failures.ts'
import { WRITER } from '../rights.ts'
import type { QueryRequest, RunDeps } from '../run.ts'
import type { RunControl } from '../run-control.ts'
import { textOf, type SentText } from '../sent-text.ts'
import { needsAutocommit, transactionFailed, transactionRoleDiffers } from './errors.ts'
import { openSession, type TransactionSession } from './transaction-session.ts'
import type { Transaction } from './transaction.ts'

/** A text to run in a transaction. */
export type TransactionRun = {
  readonly request: QueryRequest
  readonly control: RunControl
  readonly receiver?: RowReceiver | undefined
  readonly caller: Caller | undefined
  readonly impersonation: Impersonation | undefined
  /** The member expects the transaction to be open. */
  readonly isOpen: boolean
  /** Whether the member has signed out or lost access since. */
  readonly isRevoked: () => Promise<boolean>
}

type Running = {
  readonly transaction: Transaction
  readonly run: TransactionRun
  readonly onLost: () => void
}

/**
 * Runs a text in a transaction that the caller has reserved, and begins it first if necessary. Throws
 * the errors of a run and of the transaction's state.
 */
export async function runInTransaction(
  { clock, typeNames }: RunDeps,
  project: QueriedProject,
  { transaction, run, onLost }: Running,
): Promise<RunResult> {
  const { request, control, impersonation } = run
  const sent = textOf(request)
  const { shape } = sent
  if (!isDeepStrictEqual(impersonation, transaction.impersonation))
    throw transactionRoleDiffers(transaction.impersonation?.role ?? WRITER.role)
  if (shape.needsNoTransaction) throw needsAutocommit()
  const started = clock.now().getTime()
  transaction.session ??= await openSession(project, run.caller, onLost)
  const { session } = transaction
  if (session.state() === 'failed' && !shape.endsTransaction) throw transactionFailed()
  const running = control.start(session.client, session.pid)
  const execution = session.newExecution(run.receiver)
  await send(session, { request, sent, execution }).finally(running.end)
  const outcome = execution.outcome()
  if (!request.explain) count(transaction, outcome, clock.now().getTime())
  if (outcome.error !== null)
    throw describeFailure({
      text: sent.text,
      prefixLength: sent.prefixLength,
      start: 0,
      rights: WRITER,
      shape,
      outcome,
      reason: control.reason(),
      timeoutMs: request.timeout_ms,
      isInTransaction: true,
    })
  return answerOf(typeNames, project, {
    outcome,
    notices: session.notices(),
    ended: endOf(session, outcome.lastCommand),
    duration_ms: clock.now().getTime() - started,
  })
}

type Sending = {
  readonly request: QueryRequest
  readonly sent: SentText
  readonly execution: ReturnType<TransactionSession['newExecution']>
}

async function send(
  session: TransactionSession,
  { request, sent, execution }: Sending,
): Promise<void> {
  const { row_limit: rowLimit, parameters, parameterTypes, explain } = request
  const { text, mayStop, shape } = sent
  const { client } = session
  if (session.state() === 'idle' && !shape.beginsTransaction) await client.query('begin')
  // Neither the changes nor the failure of EXPLAIN ANALYZE remain in the transaction.
  if (explain) await client.query('savepoint stoa_explain')
  const { error } = await execution.run({ text, rowLimit, parameters, parameterTypes, mayStop })
  if (error !== null) await session.settled()
  if (explain) await client.query('rollback to stoa_explain; release stoa_explain').catch(() => {})
}

/** Counts the statements since the last COMMIT. */
function count(
  transaction: Transaction,
  { completed, committed }: { readonly completed: number; readonly committed: number },
  now: number,
): void {
  if (committed > 0) {
    transaction.statements = completed - committed
    transaction.startedAt = now
  } else transaction.statements += completed
}

function endOf(session: TransactionSession, lastCommand: string | undefined): RunResult['ended'] {
  if (session.state() !== 'idle') return 'open'
  return lastCommand === 'ROLLBACK' ? 'rolled_back' : 'committed'
}
