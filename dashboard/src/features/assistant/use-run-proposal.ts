import { runQuery } from '@stoa/contract/operations/services/meta/query'
import { useState } from 'react'
import { useAssistantStore } from '../../components/assistant/use-assistant-store.ts'
import { useCall } from '../../data/client/client-context.ts'
import { changeMessage, type Proposal, type SqlOutcome } from '../../data/local/assistant/chats.ts'
import { queryFailure, type QueryAnswer } from '../../data/resources/services/meta/query.ts'
import { useForgetCatalogue } from '../../data/resources/services/meta/tables.ts'
import { randomId } from '../../lib/random-id.ts'

const ROW_LIMIT = 100
const TIMEOUT_MS = 60_000

type RunProposalOptions = {
  projectRef: string
  chatId: string
  messageId: string
  proposal: Proposal
}

/** Runs the SQL of a proposal as the person, and keeps its outcome with the message. */
export function useRunProposal({ projectRef, chatId, messageId, proposal }: RunProposalOptions) {
  const call = useCall()
  const store = useAssistantStore()
  const forgetCatalogue = useForgetCatalogue(projectRef)
  const [isRunning, setIsRunning] = useState(false)
  const keep = (outcome: SqlOutcome) =>
    store.change((state) =>
      changeMessage(state, { id: chatId, message: messageId, now: Date.now() }, (message) => ({
        ...message,
        results: { ...message.results, [proposal.id]: outcome },
      })),
    )
  const run = async () => {
    setIsRunning(true)
    try {
      const answer = await call(runQuery, {
        params: { ref: projectRef },
        body: {
          run_id: randomId(),
          sql: proposal.sql,
          row_limit: ROW_LIMIT,
          timeout_ms: TIMEOUT_MS,
          keeps_history: true,
          // A text that was mistaken for a query fails instead of writing without a question.
          ...(proposal.type === 'query' && { read_only: true }),
          ...(proposal.type === 'definition' && { is_migration: true }),
        },
      })
      keep(outcomeOf(answer))
    } catch (error) {
      const { code, message, details, hint } = queryFailure(error)
      keep({
        state: 'failed',
        code: details?.sqlstate ?? code ?? '',
        message,
        hint: details?.hint ?? hint,
      })
    } finally {
      setIsRunning(false)
      if (proposal.type !== 'query') void forgetCatalogue()
    }
  }
  return { run: () => void run(), dismiss: () => keep({ state: 'dismissed' }), isRunning }
}

/** The result of the last statement that returned rows, or else of the last one. */
export function outcomeOf({ results, ended }: Pick<QueryAnswer, 'results' | 'ended'>): SqlOutcome {
  const shown = results.findLast(({ columns }) => columns.length > 0) ?? results.at(-1)
  if (ended === 'rolled_back' || ended === 'left_open')
    return {
      state: 'failed',
      code: 'rolled_back',
      message: 'Rolled back: the text left its last transaction without a commit.',
      hint: null,
    }
  return {
    state: 'succeeded',
    command: shown?.command ?? 'The text',
    columns: shown?.columns ?? [],
    rows: shown?.rows ?? [],
    rowCount: shown?.row_count ?? null,
  }
}
