import type { ProposedSql } from '@stoa/contract/platform/assistant'
import type { Cell } from '@stoa/contract/services/meta/cell'

/** The name of a chat until its first message names it. */
export const NEW_CHAT_NAME = 'New chat'

/** The cached outcome of SQL that the assistant proposed. */
export type SqlOutcome =
  | {
      readonly state: 'succeeded'
      readonly command: string
      readonly columns: readonly { name: string; type: string }[]
      readonly rows: readonly (readonly Cell[])[]
      readonly rowCount: number | null
    }
  | {
      readonly state: 'failed'
      readonly code: string
      readonly message: string
      readonly hint: string | null
    }
  | { readonly state: 'dismissed' }

export type Proposal = {
  readonly id: string
  readonly title: string
  readonly sql: string
  readonly type: ProposedSql
}

export type ToolUse = {
  readonly id: string
  readonly title: string
  readonly input: string
  readonly state: 'running' | 'done' | 'failed'
}

export type AnswerFailure = {
  readonly code: string
  readonly message: string
  readonly hint: string | null
}

export type ChatMessage = {
  readonly id: string
  readonly role: 'user' | 'assistant'
  readonly text: string
  readonly tools: readonly ToolUse[]
  readonly proposals: readonly Proposal[]
  /** Outcomes by the id of their proposal. */
  readonly results: Readonly<Record<string, SqlOutcome>>
  /** Why the answer is not complete. */
  readonly ended?: 'stopped' | 'length' | 'steps' | 'failed'
  readonly failure?: AnswerFailure
}

export type Chat = {
  readonly id: string
  readonly name: string
  readonly messages: readonly ChatMessage[]
  /** In milliseconds since 1970. */
  readonly createdAt: number
  readonly updatedAt: number
}

export type SqlSnippet = { readonly label: string; readonly content: string }

/** The part of the state that the browser keeps. */
export type KeptState = {
  readonly open: boolean
  readonly activeChatId: string | undefined
  readonly chats: Readonly<Record<string, Chat>>
}

/** The start of the next message. It is not kept. */
export type Beginnings = {
  readonly initialInput: string
  readonly sqlSnippets: readonly SqlSnippet[]
  readonly suggestions: readonly string[]
  readonly tables: readonly string[]
}

/** The assistant's state in one project. */
export type AssistantState = KeptState & Beginnings

export const NO_BEGINNINGS: Beginnings = {
  initialInput: '',
  sqlSnippets: [],
  suggestions: [],
  tables: [],
}

export const EMPTY_STATE: AssistantState = {
  open: false,
  activeChatId: undefined,
  chats: {},
  ...NO_BEGINNINGS,
}

type At = { readonly id: string; readonly now: number }

/** Adds a chat and activates it. */
export function newChat(
  state: AssistantState,
  { id, now }: At,
  given: Partial<Beginnings & { readonly open: boolean }> = {},
): AssistantState {
  const chat: Chat = { id, name: NEW_CHAT_NAME, messages: [], createdAt: now, updatedAt: now }
  return {
    ...state,
    ...NO_BEGINNINGS,
    ...given,
    activeChatId: id,
    chats: { ...state.chats, [id]: chat },
  }
}

/** Deletes a chat. If it was active, the first remaining one becomes active. */
export function deleteChat(state: AssistantState, id: string): AssistantState {
  const { [id]: _deleted, ...chats } = state.chats
  const isActive = state.activeChatId === id
  return { ...state, chats, activeChatId: isActive ? Object.keys(chats)[0] : state.activeChatId }
}

export const activateChat = (state: AssistantState, id: string): AssistantState =>
  id in state.chats ? { ...state, ...NO_BEGINNINGS, activeChatId: id } : state

export const renameChat = (state: AssistantState, name: string, { id, now }: At): AssistantState =>
  changeChat(state, { id, now }, (chat) => ({ ...chat, name }))

/** Empties the active chat and forgets the start of its next message. */
export function clearMessages(state: AssistantState, now: number): AssistantState {
  const cleared = changeActive(state, now, (chat) => ({ ...chat, messages: [] }))
  return { ...cleared, ...NO_BEGINNINGS }
}

/** Deletes a message of the active chat and those after it. `includesSelf: false` keeps the message. */
export const deleteMessagesFrom = (
  state: AssistantState,
  id: string,
  { now, includesSelf = true }: { readonly now: number; readonly includesSelf?: boolean },
): AssistantState =>
  changeActive(state, now, (chat) => {
    const index = chat.messages.findIndex((message) => message.id === id)
    if (index === -1) return chat
    return { ...chat, messages: chat.messages.slice(0, includesSelf ? index : index + 1) }
  })

/** Adds messages to a chat and skips those whose ids it has. The first one names a new chat. */
export const saveMessages = (
  state: AssistantState,
  messages: readonly ChatMessage[],
  at: At,
): AssistantState =>
  changeChat(state, at, (chat) => {
    const ids = new Set(chat.messages.map(({ id }) => id))
    const added = messages.filter(({ id }) => !ids.has(id) && ids.add(id))
    const [first] = [...chat.messages, ...added]
    return {
      ...chat,
      name: chat.name === NEW_CHAT_NAME && first ? nameFrom(first.text) : chat.name,
      messages: [...chat.messages, ...added],
    }
  })

/** Replaces parts of a message, wherever it is. */
export const changeMessage = (
  state: AssistantState,
  at: At & { readonly message: string },
  change: (message: ChatMessage) => ChatMessage,
): AssistantState =>
  changeChat(state, at, (chat) => ({
    ...chat,
    messages: chat.messages.map((message) =>
      message.id === at.message ? change(message) : message,
    ),
  }))

const MAX_NAME_LENGTH = 60

/** The first line of a message, cut at a word. */
export function nameFrom(text: string): string {
  const line = text.trim().split('\n')[0]?.trim() ?? ''
  if (line.length <= MAX_NAME_LENGTH) return line === '' ? NEW_CHAT_NAME : line
  const cut = line.slice(0, MAX_NAME_LENGTH)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), MAX_NAME_LENGTH / 2)).trimEnd()}…`
}

/** The chats, the most recently updated one first. */
export const sortedChats = ({ chats }: KeptState): readonly Chat[] =>
  Object.values(chats).toSorted((one, other) => other.updatedAt - one.updatedAt)

function changeChat(
  state: AssistantState,
  { id, now }: At,
  change: (chat: Chat) => Chat,
): AssistantState {
  const chat = state.chats[id]
  if (!chat) return state
  const changed = change(chat)
  if (changed === chat) return state
  return { ...state, chats: { ...state.chats, [id]: { ...changed, updatedAt: now } } }
}

const changeActive = (state: AssistantState, now: number, change: (chat: Chat) => Chat) =>
  state.activeChatId === undefined
    ? state
    : changeChat(state, { id: state.activeChatId, now }, change)
