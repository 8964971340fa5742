import { includesLevel, type AssistantLevel } from '@stoa/contract/catalog/assistant-levels'
import type { AssistantMessage } from '@stoa/contract/platform/assistant'
import type { ModelMessage } from './models/model.ts'

type Outcome = Extract<AssistantMessage, { role: 'assistant' }>['outcomes'][number]

/**
 * Turns the messages of a chat into those that leave the server. The outcome of SQL that a person ran
 * is reduced to what the organization's level allows.
 */
export function toModelMessages(
  messages: readonly AssistantMessage[],
  level: AssistantLevel,
): ModelMessage[] {
  // Some providers refuse a conversation that begins with an answer.
  const first = messages.findIndex(({ role }) => role === 'user')
  return messages.slice(first).flatMap((message): ModelMessage[] => {
    if (message.role === 'user') return [{ role: 'user', text: message.text }]
    const text = message.text === '' ? 'I proposed SQL.' : message.text
    const outcomes = message.outcomes.map((outcome) => outcomeText(outcome, level))
    return [
      { role: 'assistant', text, calls: [] },
      ...(outcomes.length === 0 ? [] : [{ role: 'user' as const, text: outcomes.join('\n\n') }]),
    ]
  })
}

function outcomeText({ sql, state, error, row_count, rows }: Outcome, level: AssistantLevel) {
  const seesData = includesLevel(level, 'schema_logs_and_data')
  const head = `The SQL that you proposed ${STATES[state]}:\n${sql}`
  // Messages of Postgres can quote values, for example of a violated key.
  if (state === 'failed')
    return seesData ? `${head}\nError: ${error ?? 'unknown'}` : `${head}\nError: ${codeIn(error)}`
  if (state === 'dismissed' || state === 'shown') return head
  const count = row_count === undefined || row_count === null ? '' : `\nRows: ${row_count}`
  return seesData && rows !== undefined ? `${head}${count}\n${rows}` : `${head}${count}`
}

const STATES = {
  shown: 'was shown to the person, who has not run it',
  succeeded: 'was run by the person and succeeded',
  failed: 'was run by the person and failed',
  dismissed: 'was dismissed by the person',
} as const

/** The beginning of an error up to its colon, which is its code. */
const codeIn = (error: string | undefined): string =>
  /^[A-Za-z0-9_]{1,60}(?=:)/.exec(error ?? '')?.[0] ?? 'not shared'
