import type { runQuery } from '@stoa/contract/services/meta/query'
import type { Client } from 'pg'
import type { z } from 'zod'
import type { Caller } from '../../../project/caller.ts'
import type { QueriedProject } from '../../../project/project.ts'
import { AppError } from '../../../lib/errors.ts'
import type { Clock } from '../../../lib/clock.ts'
import { answerOf, type RunResult } from './answer.ts'
import { beginUnchanged } from './begin-unchanged.ts'
import type { NewMigration } from '../../../project/migration-record.ts'
import { createExecutions, type Execution, type Outcome, type RowReceiver } from './execution.ts'
import type { BoundParameters } from './bound-parameters.ts'
import { textOf } from './sent-text.ts'
import { describeFailure } from './failures.ts'
import { collectNotices } from './notices.ts'
import type { QueryPlan } from './protocol.ts'
import { become, prepareSession } from './queries.ts'
import { runReadOnly } from './read-only.ts'
import type { RunRights } from './rights.ts'
import type { RunControl } from './run-control.ts'
import { prepareMigration, type PendingMigration } from './prepare-migration.ts'
import { runRecorded } from './run-recorded.ts'
import type { TextShape } from './text-shape.ts'
import type { TypeNames } from './type-names.ts'

/** A text to run, with its limits. */
export type QueryRequest = Omit<
  z.infer<NonNullable<typeof runQuery.body>>,
  'impersonate' | 'transaction' | 'parameters' | 'keeps_history'
> &
  BoundParameters & {
    /** Maximum bytes of row text; 50 MB by default. */
    readonly maxBytes?: number | undefined
  }
export type RunDeps = { readonly clock: Clock; readonly typeNames: TypeNames }

/** The application name of the sessions that run members' SQL text. */
export const EDITOR_SESSION = 'stoa SQL editor'

/** Throws 400 `invalid_sql_text` for text that Postgres's protocol cannot carry. */
export function checkSqlText(text: string): void {
  if (text.includes('\0'))
    throw new AppError('invalid_sql_text', 'SQL text cannot contain a NUL character.', {
      status: 400,
      hint: 'Remove the character. If the text comes from a file, save the file as UTF-8.',
    })
}

/**
 * Runs the text on a separate connection, which ends with it. Throws 400 `query_failed`,
 * `transaction_ended` and `invalid_request`, 408 `query_timeout`, 409 `query_cancelled` and 503 `connection_lost`.
 */
export async function runText(
  { clock, typeNames }: RunDeps,
  project: QueriedProject,
  {
    request,
    control,
    rights,
    caller,
    migration,
    receiver,
  }: {
    readonly request: QueryRequest
    readonly control: RunControl
    readonly rights: RunRights
    readonly caller?: Caller | undefined
    readonly migration?: PendingMigration | undefined
    readonly receiver?: RowReceiver | undefined
  },
): Promise<RunResult> {
  const started = clock.now().getTime()
  const { text, prefixLength, shape, mayStop } = textOf(request)
  const client = await project.database.connect(rights.role, EDITOR_SESSION)
  try {
    const pid = await prepareSession(client, request.timeout_ms)
    if (caller) await become(client, caller)
    const notices = collectNotices(client)
    const running = control.start(client, pid)
    const isGuarded =
      request.replaces !== undefined && !rights.isReadOnly && !shape.needsNoTransaction
    const prepare = async () => {
      if (request.replaces && isGuarded) await beginUnchanged(client, request.replaces)
      return migration && prepareMigration(client, { shape, migration })
    }
    const recorded = await prepare().catch((error: unknown) => {
      running.end()
      throw error
    })
    // From here on, it takes the rows of the connection.
    const execution = createExecutions(client)(receiver)
    const { row_limit: rowLimit, maxBytes, parameters, parameterTypes, explain } = request
    const plan = { text, rowLimit, maxBytes, parameters, parameterTypes, mayStop }
    // The end of the connection rolls it back.
    if (explain === 'analyze' && !rights.isReadOnly) await client.query('begin')
    const start = await (
      rights.isReadOnly
        ? runReadOnly(client, execution, { ...plan, shape })
        : runWriting(client, execution, { plan, shape, migration: recorded, isGuarded })
    ).finally(running.end)
    const outcome = execution.outcome()
    if (outcome.error !== null)
      throw describeFailure({
        text,
        prefixLength,
        start,
        rights,
        shape,
        outcome,
        reason: control.reason(),
        timeoutMs: request.timeout_ms,
      })
    return await answerOf(typeNames, project, {
      outcome,
      notices: notices(),
      ended: endOf(client, { request, rights, outcome }),
      duration_ms: clock.now().getTime() - started,
    })
  } finally {
    await client.end().catch(() => {})
  }
}

type Writing = {
  readonly plan: QueryPlan
  readonly shape: TextShape
  readonly migration: NewMigration | undefined
  /** The transaction has begun, because it had to lock the replaced object. */
  readonly isGuarded: boolean
}

/** Runs the text as one message. Resolves to its start position. */
async function runWriting(
  client: Client,
  execution: Execution,
  { plan, shape, migration, isGuarded }: Writing,
): Promise<0> {
  if (migration) {
    await runRecorded(client, execution, { plan: { ...plan, mayStop: false }, shape, migration })
    return 0
  }
  const { error } = await execution.run(plan)
  if (isGuarded && error === null) await client.query('commit')
  return 0
}

type EndedRun = {
  readonly request: QueryRequest
  readonly rights: RunRights
  readonly outcome: Outcome
}

/** A transaction that is still open is rolled back when the connection ends. */
function endOf(client: Client, { request, rights, outcome }: EndedRun): RunResult['ended'] {
  if (request.explain === 'analyze') return 'rolled_back'
  if (rights.isReadOnly) return 'committed'
  if (client.getTransactionStatus() !== 'I') return 'left_open'
  return outcome.lastCommand === 'ROLLBACK' ? 'rolled_back' : 'committed'
}
