import type { Client } from 'pg'
import { AppError } from '../../../lib/errors.ts'
import type { Execution } from './execution.ts'
import type { QueryPlan } from './protocol.ts'
import type { TextShape } from './text-shape.ts'

type ReadOnlyPlan = Omit<QueryPlan, 'mayStop'> & { readonly shape: TextShape }

/**
 * Runs each part of a text, from one plain semicolon to the next, in one read-only transaction,
 * which the text cannot leave. It can become writable only before its first query, which runs here,
 * or by ending, after which no further part is sent: Postgres takes one statement per message and
 * says which command it was. Resolves when all have run or one has failed, to the index of the last
 * part that was sent.
 * Throws 400 `transaction_ended`.
 */
export async function runReadOnly(
  client: Client,
  execution: Execution,
  { text, shape: { partStarts }, ...plan }: ReadOnlyPlan,
): Promise<number> {
  await client.query('begin read only')
  await client.query('select')
  for (const [at, start] of partStarts.entries()) {
    const part = text.slice(start, partStarts[at + 1])
    const { error, command } = await execution.run({ ...plan, text: part, mayStop: true })
    if (error !== null) return start
    const isEnd = command === 'COMMIT' || command === 'ROLLBACK'
    if (isEnd || client.getTransactionStatus() !== 'T')
      throw new AppError('transaction_ended', 'A read-only query cannot end its transaction.', {
        status: 400,
        hint: 'Remove COMMIT, ROLLBACK, and similar statements.',
      })
  }
  return 0
}
