import type { Client } from 'pg'
import { AppError } from '../../../lib/errors.ts'
import { compile } from '../../../postgres/sql.ts'
import { toAppError } from '../errors.ts'
import { recordingStatements, type NewMigration } from '../../../project/migration-record.ts'
import type { Execution } from './execution.ts'
import type { QueryPlan } from './protocol.ts'
import type { TextShape } from './text-shape.ts'

/**
 * Runs a text and records it as a migration, both in one transaction. A statement that cannot run in
 * a transaction, such as `create index concurrently`, is recorded right after it has succeeded; among
 * several statements it is refused with 400 `not_transactional`.
 */
export async function runRecorded(
  client: Client,
  execution: Execution,
  {
    plan,
    shape,
    migration,
  }: { readonly plan: QueryPlan; readonly shape: TextShape; readonly migration: NewMigration },
): Promise<void> {
  const isAlone = shape.statementCount === 1
  if (shape.controlsTransaction || (shape.needsNoTransaction && !isAlone)) throw notTransactional()
  // The transaction has already begun if it had to lock the replaced object.
  if (!shape.needsNoTransaction && client.getTransactionStatus() === 'I')
    await client.query('begin')
  const { error } = await execution.run(plan)
  // The connection ends with the run, which discards uncommitted changes.
  if (error !== null) return
  if (shape.needsNoTransaction) await client.query('begin')
  else if (client.getTransactionStatus() !== 'T') throw notTransactional()
  try {
    for (const statement of recordingStatements(migration)) {
      const { text, values } = compile(statement)
      await client.query(text, [...values])
    }
    await client.query('commit')
  } catch (failure) {
    throw toAppError(failure)
  }
}

const notTransactional = () =>
  new AppError(
    'not_transactional',
    'A migration runs in one transaction, and a statement in it ends or forbids one.',
    {
      status: 400,
      hint: 'Remove BEGIN, COMMIT and similar statements, and run VACUUM or CREATE INDEX CONCURRENTLY separately.',
    },
  )
