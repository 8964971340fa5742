import { isRecord } from '../../client/http.ts'
import type { Chat, ChatMessage, KeptState, Proposal, SqlOutcome, ToolUse } from './chats.ts'

/** Of longer chats, only the latest messages are kept. */
export const MAX_KEPT_MESSAGES = 20

/** The state as the browser keeps it. An answer that is still arriving is kept as far as it came. */
export const toKept = ({ open, activeChatId, chats }: KeptState): KeptState => ({
  open,
  activeChatId,
  chats: Object.fromEntries(
    Object.entries(chats).map(([id, chat]) => [
      id,
      { ...chat, messages: chat.messages.slice(-MAX_KEPT_MESSAGES) },
    ]),
  ),
})

/** Reads a kept state; undefined if it has another shape, because it is damaged or of another version. */
export function readKept(value: unknown): KeptState | undefined {
  if (!isRecord(value) || !isRecord(value['chats']) || typeof value['open'] !== 'boolean')
    return undefined
  const { open, activeChatId, chats } = value
  if (activeChatId !== undefined && typeof activeChatId !== 'string') return undefined
  const entries = Object.entries(chats)
  if (
    !entries.every((entry): entry is [string, Chat] => isChat(entry[1]) && entry[1].id === entry[0])
  )
    return undefined
  return { open, activeChatId, chats: Object.fromEntries(entries) }
}

const isText = (value: unknown): value is string => typeof value === 'string'

const isListOf =
  <Item>(isItem: (value: unknown) => value is Item) =>
  (value: unknown): value is Item[] =>
    Array.isArray(value) && value.every(isItem)

const isChat = (value: unknown): value is Chat =>
  isRecord(value) &&
  isText(value['id']) &&
  isText(value['name']) &&
  typeof value['createdAt'] === 'number' &&
  typeof value['updatedAt'] === 'number' &&
  isListOf(isMessage)(value['messages'])

const ENDS: readonly unknown[] = [undefined, 'stopped', 'length', 'steps', 'failed']

const isMessage = (value: unknown): value is ChatMessage =>
  isRecord(value) &&
  isText(value['id']) &&
  (value['role'] === 'user' || value['role'] === 'assistant') &&
  isText(value['text']) &&
  isListOf(isToolUse)(value['tools']) &&
  isListOf(isProposal)(value['proposals']) &&
  isRecord(value['results']) &&
  Object.values(value['results']).every(isOutcome) &&
  ENDS.includes(value['ended']) &&
  (value['failure'] === undefined || isFailure(value['failure']))

const isToolUse = (value: unknown): value is ToolUse =>
  isRecord(value) && ['id', 'title', 'input', 'state'].every((name) => isText(value[name]))

const TYPES: readonly unknown[] = ['query', 'change', 'definition']

const isProposal = (value: unknown): value is Proposal =>
  isRecord(value) &&
  ['id', 'title', 'sql'].every((name) => isText(value[name])) &&
  TYPES.includes(value['type'])

const isFailure = (value: unknown): boolean =>
  isRecord(value) &&
  isText(value['code']) &&
  isText(value['message']) &&
  isTextOrNull(value['hint'])

const isTextOrNull = (value: unknown): value is string | null => value === null || isText(value)

const isColumn = (value: unknown): value is { name: string; type: string } =>
  isRecord(value) && isText(value['name']) && isText(value['type'])

function isOutcome(value: unknown): value is SqlOutcome {
  if (!isRecord(value)) return false
  if (value['state'] === 'dismissed') return true
  if (value['state'] === 'failed') return isFailure(value)
  return (
    value['state'] === 'succeeded' &&
    isText(value['command']) &&
    isListOf(isColumn)(value['columns']) &&
    isListOf(isListOf(isTextOrNull))(value['rows']) &&
    (value['rowCount'] === null || typeof value['rowCount'] === 'number')
  )
}
