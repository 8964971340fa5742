import {
  type AssistantMessage,
  MAX_ASSISTANT_MESSAGE,
  MAX_ASSISTANT_MESSAGES,
} from '@stoa/contract/platform/assistant'
import type {
  ChatMessage,
  Proposal,
  SqlOutcome,
  SqlSnippet,
} from '../../data/local/assistant/chats.ts'

/** The most rows of a result that a question tells the server. */
const MAX_ROWS = 50
const MAX_ROWS_LENGTH = 20_000
const MAX_ERROR_LENGTH = 5000
const MAX_OUTCOMES = 20

/** The latest messages of a chat as the server expects them, beginning and ending with the person's. */
export function messagesOf(messages: readonly ChatMessage[]): AssistantMessage[] {
  const latest = messages.slice(-MAX_ASSISTANT_MESSAGES).filter(hasContent)
  const first = latest.findIndex(({ role }) => role === 'user')
  return first === -1 ? [] : latest.slice(first).map(messageOf)
}

const hasContent = ({ role, text, proposals }: ChatMessage) =>
  role === 'user' || text !== '' || proposals.length > 0

function messageOf({ role, text, proposals, results }: ChatMessage): AssistantMessage {
  const shortened = text.slice(0, MAX_ASSISTANT_MESSAGE)
  if (role === 'user') return { role, text: shortened }
  const outcomes = proposals
    .slice(-MAX_OUTCOMES)
    .map((proposal) => outcomeOf(proposal, results[proposal.id]))
  return { role, text: shortened, outcomes }
}

function outcomeOf({ sql }: Proposal, outcome: SqlOutcome | undefined) {
  if (outcome === undefined) return { sql, state: 'shown' as const }
  if (outcome.state === 'failed') {
    const error = `${outcome.code}: ${outcome.message}`.slice(0, MAX_ERROR_LENGTH)
    return { sql, state: outcome.state, error }
  }
  if (outcome.state === 'dismissed') return { sql, state: outcome.state }
  const { state, rowCount, columns, rows } = outcome
  return {
    sql,
    state,
    row_count: rowCount,
    ...(columns.length > 0 && { rows: rowsText(columns, rows) }),
  }
}

const rowsText = (
  columns: readonly { name: string }[],
  rows: readonly (readonly (string | null)[])[],
) =>
  [columns.map(({ name }) => name), ...rows.slice(0, MAX_ROWS).map((row) => row.map(cellText))]
    .map((cells) => cells.join('\t'))
    .join('\n')
    .slice(0, MAX_ROWS_LENGTH)

const cellText = (value: string | null) => value ?? 'NULL'

/** A message with what the person has attached, which is visible in the chat as it is sent. */
export function textWith(
  text: string,
  { snippets, tables }: { snippets: readonly SqlSnippet[]; tables: readonly string[] },
): string {
  const parts = [
    text.trim(),
    ...snippets.map(({ label, content }) => `${label}:\n\`\`\`sql\n${content}\n\`\`\``),
    ...(tables.length > 0 ? [`Tables: ${tables.join(', ')}`] : []),
  ]
  return parts.filter((part) => part !== '').join('\n\n')
}
