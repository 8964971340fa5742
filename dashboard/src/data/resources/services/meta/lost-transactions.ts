import type { OpenTransaction } from '@stoa/contract/services/meta/query'

/** A transaction, also one that the server lost when it stopped. */
export type ShownTransaction = Omit<OpenTransaction, 'reason'> & {
  readonly reason: OpenTransaction['reason'] | 'server_restarted'
}

export type TransactionList<Transaction = ShownTransaction> = {
  readonly server_id: string
  readonly transactions: readonly Transaction[]
}

/**
 * Adds transactions that were open and that the server no longer knows, for example because it was
 * restarted. They stay in the list until they are dismissed.
 */
export function withLost(
  before: TransactionList | undefined,
  now: TransactionList<OpenTransaction>,
): TransactionList {
  const known = new Set(now.transactions.map(({ id }) => id))
  const isRestarted = before !== undefined && before.server_id !== now.server_id
  const lost = (before?.transactions ?? []).filter(
    (each) => !known.has(each.id) && (each.state !== 'rolled_back' || isLost(each)),
  )
  return {
    server_id: now.server_id,
    transactions: [
      ...now.transactions,
      ...lost.map((each) => ({
        ...each,
        state: 'rolled_back' as const,
        reason:
          each.state !== 'rolled_back' && isRestarted
            ? ('server_restarted' as const)
            : lostReason(each),
        is_running: false,
      })),
    ],
  }
}

/** Whether only this page knows that the transaction has ended. */
export const isLost = ({ state, reason }: ShownTransaction): boolean =>
  state === 'rolled_back' && (reason === null || reason === 'server_restarted')

const lostReason = ({ reason }: ShownTransaction) => (reason === 'server_restarted' ? reason : null)
