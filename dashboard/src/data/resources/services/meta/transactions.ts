import {
  commitTransaction,
  listTransactions,
  rollBackTransaction,
} from '@stoa/contract/operations/services/meta/query'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useCall } from '../../../client/client-context.ts'
import { useEndpointMutation } from '../../../client/endpoint-hooks.ts'
import { pollEvery } from '../../../client/poll-every.ts'
import { withLost, type TransactionList } from './lost-transactions.ts'

const POLL_MS = 5000

const listKey = (ref: string) => ['transactions', ref] as const

/**
 * The member's open transactions in a project, and those that ended without them. The list is read
 * again while one is open, because the server rolls back idle ones.
 */
export function useTransactions(ref: string, { enabled }: { enabled: boolean }) {
  const call = useCall()
  const client = useQueryClient()
  return useQuery({
    queryKey: listKey(ref),
    enabled,
    queryFn: async ({ signal }) =>
      withLost(
        client.getQueryData<TransactionList>(listKey(ref)),
        await call(listTransactions, { params: { ref }, signal }),
      ),
    refetchInterval: (query) =>
      query.state.data?.transactions.some(({ state }) => state !== 'rolled_back') === true &&
      pollEvery(POLL_MS)(query),
  })
}

/** Updates the cached list after this page began or ended a transaction. */
export function useTransactionChanges(ref: string) {
  const client = useQueryClient()
  return useMemo(
    () => ({
      async reload() {
        await client.invalidateQueries({ queryKey: listKey(ref) })
      },
      /** This page knows how the transaction ended, so it is not reported as lost. */
      async forget(id: string) {
        await client.cancelQueries({ queryKey: listKey(ref) })
        client.setQueryData<TransactionList>(
          listKey(ref),
          (list) =>
            list && { ...list, transactions: list.transactions.filter((other) => other.id !== id) },
        )
        await client.invalidateQueries({ queryKey: listKey(ref) })
      },
    }),
    [client, ref],
  )
}

export function useCommitTransaction(ref: string) {
  const { forget } = useTransactionChanges(ref)
  return useEndpointMutation(commitTransaction, {
    input: (id: string) => ({ params: { ref, id } }),
    success: ({ ended }) =>
      ended === 'committed' ? 'Transaction committed' : 'The transaction was rolled back',
    onSettled: (_answer, _error, id) => forget(id),
    meta: { failure: 'Failed to commit' },
  })
}

/** Rolls a transaction back, or dismisses the report that it ended without the member. */
export function useRollBackTransaction(ref: string) {
  const { forget } = useTransactionChanges(ref)
  return useEndpointMutation(rollBackTransaction, {
    input: (id: string) => ({ params: { ref, id } }),
    onSettled: (_answer, _error, id) => forget(id),
    meta: { failure: 'Failed to roll back' },
  })
}
