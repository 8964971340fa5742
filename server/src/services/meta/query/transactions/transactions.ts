import type { OpenTransaction } from '@stoa/contract/services/meta/query'
import type { Clock } from '../../../../lib/clock.ts'
import type { QueriedProject } from '../../../../project/project.ts'
import { CHECK_MS, IDLE_MS, MAX_OPEN_TRANSACTIONS } from './limits.ts'
import {
  tooManyTransactions,
  transactionBusy,
  transactionFailed,
  transactionNotOpen,
} from './errors.ts'
import type { RunResult } from '../answer.ts'
import type { TypeNames } from '../type-names.ts'
import { runInTransaction, type TransactionRun } from './run-in-transaction.ts'
import { createEndedTransactions, type EndReason } from './ended-transactions.ts'
import {
  describe,
  isOver,
  keyOf,
  newTransaction,
  type Transaction,
  type TransactionKey,
} from './transaction.ts'

/** The transactions that members of every project keep open in the SQL editor. */
export type Transactions = {
  /** Runs a text in the transaction of a query, and begins it if there is none. */
  run(project: QueriedProject, key: TransactionKey, run: TransactionRun): Promise<RunResult>
  /** The open transactions of a member, and those that the server rolled back. */
  list(ref: string, owner: string): OpenTransaction[]
  /** The sessions of the open transactions of a member. */
  pids(ref: string, owner: string): number[]
  commit(key: TransactionKey): Promise<'committed' | 'rolled_back'>
  /** Rolls back, or forgets the report that the server did. */
  rollBack(key: TransactionKey): Promise<void>
  /** Rolls back all transactions of a project. */
  stop(project: QueriedProject): Promise<void>
}

/** Creates the register of open transactions. */
export function createTransactions(deps: {
  readonly clock: Clock
  readonly typeNames: TypeNames
}): Transactions {
  const { clock } = deps
  const open = new Map<string, Transaction>()
  const ended = createEndedTransactions()
  const now = () => clock.now().getTime()

  function forget(transaction: Transaction): void {
    clearInterval(transaction.timer)
    if (open.get(keyOf(transaction)) === transaction) open.delete(keyOf(transaction))
  }

  /** Forgets a transaction before its connection ends, so that nothing else runs in it. */
  async function close(transaction: Transaction, reason?: EndReason): Promise<void> {
    if (open.get(keyOf(transaction)) !== transaction) return
    forget(transaction)
    if (reason !== undefined && transaction.statements > 0) ended.add(transaction, reason, now())
    await transaction.session?.close()
  }

  async function check(transaction: Transaction): Promise<void> {
    if (transaction.isRunning) return
    if (now() - transaction.lastUsedAt > IDLE_MS) return close(transaction, 'idle')
    const isRevoked = await transaction.isRevoked()
    if (isRevoked && !transaction.isRunning) await close(transaction, 'signed_out')
  }

  function begin(key: TransactionKey, run: TransactionRun): Transaction {
    const others = [...open.values()].filter(({ ref }) => ref === key.ref)
    if (others.length >= MAX_OPEN_TRANSACTIONS) throw tooManyTransactions()
    const transaction = newTransaction(key, { ...run, now: now() })
    transaction.timer = setInterval(() => void check(transaction), CHECK_MS).unref()
    open.set(keyOf(key), transaction)
    ended.dismiss(key)
    return transaction
  }

  /** The transaction, reserved for its caller until `isRunning` is false again. */
  function reserve(key: TransactionKey): Transaction {
    const transaction = open.get(keyOf(key))
    if (!transaction) throw transactionNotOpen()
    if (transaction.isRunning) throw transactionBusy()
    transaction.isRunning = true
    return transaction
  }

  return {
    async run(project, key, run) {
      if (!run.isOpen && !open.has(keyOf(key))) begin(key, run)
      const transaction = reserve(key)
      transaction.isRevoked = run.isRevoked
      try {
        return await runInTransaction(deps, project, {
          transaction,
          run,
          // The error of a run says that the transaction was lost.
          onLost: () =>
            void close(transaction, transaction.isRunning ? undefined : 'connection_lost'),
        })
      } finally {
        transaction.isRunning = false
        transaction.lastUsedAt = now()
        if (isOver(transaction)) await close(transaction)
      }
    },
    list(ref, owner) {
      const isOwn = (each: TransactionKey) => each.ref === ref && each.owner === owner
      return [
        ...[...open.values()].filter(isOwn).map((each) => describe(each, now())),
        ...ended.of(isOwn),
      ]
    },
    pids: (ref, owner) =>
      [...open.values()].flatMap((each) =>
        each.ref === ref && each.owner === owner ? (each.session?.pid ?? []) : [],
      ),
    async commit(key) {
      const transaction = reserve(key)
      if (transaction.session?.state() === 'failed') {
        transaction.isRunning = false
        throw transactionFailed()
      }
      // A connection that is lost now may have committed, so it is not reported as rolled back.
      forget(transaction)
      try {
        return (await transaction.session?.commit()) ?? 'rolled_back'
      } finally {
        await transaction.session?.close()
      }
    },
    async rollBack(key) {
      if (ended.dismiss(key)) return
      await close(reserve(key))
    },
    async stop({ ref }) {
      const own = [...open.values()].filter((each) => each.ref === ref)
      await Promise.all(own.map((each) => close(each, 'project_stopped')))
    },
  }
}
