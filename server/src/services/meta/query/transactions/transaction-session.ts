import type { Client } from 'pg'
import type { Caller } from '../../../../project/caller.ts'
import type { QueriedProject } from '../../../../project/project.ts'
import { isConnectionError } from '../../../../postgres/failures.ts'
import { connectionLost, toAppError } from '../../errors.ts'
import { createExecutions, type Execution, type RowReceiver } from '../execution.ts'
import { collectNotices } from '../notices.ts'
import { become, prepareSession } from '../queries.ts'
import { EDITOR_SESSION } from '../run.ts'
import { createRunControl } from '../run-control.ts'
import { COMMIT_TIMEOUT_MS, STATEMENT_TIMEOUT_MS } from './limits.ts'

/** A connection that belongs to one transaction and ends with it. */
export type TransactionSession = {
  readonly client: Client
  readonly pid: number
  newExecution(receiver?: RowReceiver): Execution
  /** Returns the notices since the last call. */
  readonly notices: () => ReturnType<ReturnType<typeof collectNotices>>
  /** Resolves when Postgres has ended a text that failed. Its state is known only then. */
  settled(): Promise<void>
  /** `idle` outside a transaction, `failed` if only a rollback is possible. */
  state(): 'idle' | 'open' | 'failed'
  /** Commits. The result is `rolled_back` if Postgres did that instead. */
  commit(): Promise<'committed' | 'rolled_back'>
  /** Ends the connection, which rolls back what is open. Never rejects. */
  close(): Promise<void>
}

const STATES = { I: 'idle', T: 'open', E: 'failed' } as const

/** Connects as the project's owner, or as a caller whose role the session has until its end. */
export async function openSession(
  project: QueriedProject,
  caller: Caller | undefined,
  onLost: () => void,
): Promise<TransactionSession> {
  const client = await project.database.connect('postgres', EDITOR_SESSION)
  const close = async () => {
    client.off('end', onLost)
    await client.end().catch(() => {})
  }
  try {
    const pid = await prepareSession(client, STATEMENT_TIMEOUT_MS)
    if (caller) await become(client, caller)
    const notices = collectNotices(client)
    const newExecution = createExecutions(client)
    client.once('end', onLost)
    return {
      client,
      pid,
      newExecution,
      notices,
      async settled() {
        // Sent after the end of the failed text; a failed transaction accepts an empty statement.
        await client.query('').catch(() => {})
      },
      state: () => STATES[client.getTransactionStatus() ?? 'I'],
      commit: () => commit(project, client, pid),
      close,
    }
  } catch (error) {
    await close()
    throw toAppError(error)
  }
}

async function commit(project: QueriedProject, client: Client, pid: number) {
  const control = createRunControl(project, COMMIT_TIMEOUT_MS)
  const running = control.start(client, pid)
  try {
    const { command } = await client.query('commit')
    return command === 'ROLLBACK' ? 'rolled_back' : 'committed'
  } catch (error) {
    if (isConnectionError(error)) throw connectionLost(true, 0, error)
    throw toAppError(error)
  } finally {
    running.end()
  }
}
