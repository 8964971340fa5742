import type { OpenTransaction } from '@stoa/contract/services/meta/query'
import { MAX_ENDED_TRANSACTIONS } from './limits.ts'
import { describe, keyOf, type Transaction, type TransactionKey } from './transaction.ts'

export type EndReason = NonNullable<OpenTransaction['reason']>

/** Reports about transactions that the server rolled back, until their members dismiss them. */
export function createEndedTransactions() {
  const reports = new Map<string, TransactionKey & { readonly report: OpenTransaction }>()
  return {
    add(transaction: Transaction, reason: EndReason, now: number): void {
      const { ref, owner, id } = transaction
      const description = { ...describe(transaction, now), state: 'rolled_back' as const, reason }
      reports.set(keyOf(transaction), { ref, owner, id, report: description })
      for (const oldest of reports.keys()) {
        if (reports.size <= MAX_ENDED_TRANSACTIONS) return
        reports.delete(oldest)
      }
    },
    /** False if there is none. */
    dismiss: (key: TransactionKey): boolean => reports.delete(keyOf(key)),
    of: (isOwn: (key: TransactionKey) => boolean): OpenTransaction[] =>
      [...reports.values()].filter(isOwn).map(({ report }) => report),
  }
}
