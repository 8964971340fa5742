import { useState } from 'react'
import {
  useCommitTransaction,
  useRollBackTransaction,
  useTransactionChanges,
  useTransactions,
} from '../../data/resources/services/meta/transactions.ts'
import { isLost } from '../../data/resources/services/meta/lost-transactions.ts'
import { readSetting, writeSetting } from '../../lib/storage.ts'
import type { Run } from './run-store.ts'

export const RUN_MODES = ['autocommit', 'transaction'] as const
export type RunMode = (typeof RUN_MODES)[number]

const KEY = 'stoa.sql-run-mode'
const isRunMode = (value: unknown): value is RunMode => RUN_MODES.some((mode) => mode === value)

type Options = { projectRef: string; snippetId: string; isReadOnly: boolean; isRunning: boolean }

/** The run mode, and the open transaction of a query, which every run of the query joins. */
export function useTransaction({ projectRef, snippetId, isReadOnly, isRunning }: Options) {
  const [chosen, setChosen] = useState(() => readSetting<RunMode>(KEY, 'autocommit', isRunMode))
  const list = useTransactions(projectRef, { enabled: !isReadOnly })
  const { forget, reload } = useTransactionChanges(projectRef)
  const commit = useCommitTransaction(projectRef)
  const rollBack = useRollBackTransaction(projectRef)
  const transaction = list.data?.transactions.find(({ id }) => id === snippetId)
  const isOpen = transaction !== undefined && transaction.state !== 'rolled_back'
  const mode: RunMode = isOpen ? 'transaction' : chosen
  return {
    transaction,
    readAt: list.dataUpdatedAt,
    isOpen,
    mode,
    isBusy: isRunning || commit.isPending || rollBack.isPending || transaction?.is_running === true,
    choose(next: RunMode) {
      setChosen(next)
      writeSetting(KEY, next)
    },
    /** The transaction of the next run; undefined if it commits by itself. */
    ofNextRun:
      mode === 'transaction' && !isReadOnly ? { id: snippetId, is_open: isOpen } : undefined,
    /** Reads the state after a run in the transaction. */
    async afterRun(run: Run) {
      const isOver = run.state === 'done' && run.answer.ended !== 'open'
      await (isOver ? forget(snippetId) : reload())
    },
    commit: (onCommitted: () => void) => commit.mutate(snippetId, { onSuccess: onCommitted }),
    rollBack() {
      // The server no longer knows a transaction that was lost without a reason.
      if (transaction && isLost(transaction)) void forget(snippetId)
      else rollBack.mutate(snippetId)
    },
  }
}
