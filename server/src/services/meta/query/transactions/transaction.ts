import type { Impersonation } from '@stoa/contract/services/impersonation'
import type { OpenTransaction } from '@stoa/contract/services/meta/query'
import { IDLE_MS } from './limits.ts'
import type { TransactionSession } from './transaction-session.ts'

/** A transaction is found by its project, its owner and the id of its query. */
export type TransactionKey = { readonly ref: string; readonly owner: string; readonly id: string }

/** The state of an open transaction. */
export type Transaction = TransactionKey & {
  /** The role and user that it runs as; undefined for the project's owner. */
  readonly impersonation: Impersonation | undefined
  session: TransactionSession | undefined
  startedAt: number
  lastUsedAt: number
  statements: number
  isRunning: boolean
  isRevoked: () => Promise<boolean>
  timer: NodeJS.Timeout | undefined
}

export const keyOf = ({ ref, owner, id }: TransactionKey): string =>
  [ref, owner, id.toLowerCase()].join(' ')

/** A transaction that has no connection yet. */
export const newTransaction = (
  { ref, owner, id }: TransactionKey,
  rest: Pick<Transaction, 'impersonation' | 'isRevoked'> & { readonly now: number },
): Transaction => ({
  ref,
  owner,
  id,
  impersonation: rest.impersonation,
  isRevoked: rest.isRevoked,
  session: undefined,
  startedAt: rest.now,
  lastUsedAt: rest.now,
  statements: 0,
  isRunning: false,
  timer: undefined,
})

/** A transaction whose first statement failed has nothing to roll back. */
export function isOver({ session, statements }: Transaction): boolean {
  const state = session?.state() ?? 'idle'
  return state === 'idle' || (state === 'failed' && statements === 0)
}

export const describe = (transaction: Transaction, now: number): OpenTransaction => ({
  id: transaction.id,
  state: transaction.session?.state() === 'failed' ? 'failed' : 'open',
  reason: null,
  statements: transaction.statements,
  is_running: transaction.isRunning,
  role: transaction.impersonation?.role ?? null,
  open_ms: now - transaction.startedAt,
  idle_limit_ms: IDLE_MS,
})
