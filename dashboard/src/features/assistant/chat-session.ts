import type { AnswerEvent } from '@stoa/contract/platform/assistant'
import { errorMessage, ApiError } from '../../data/client/api-error.ts'
import type { OpenText } from '../../data/client/api.ts'
import type { AssistantStore } from '../../data/local/assistant/assistant-store.ts'
import {
  changeMessage,
  deleteMessagesFrom,
  saveMessages,
  type ChatMessage,
} from '../../data/local/assistant/chats.ts'
import { streamAnswer } from '../../data/resources/platform/assistant.ts'
import { applyEvents } from './apply-events.ts'
import { messagesOf } from './question.ts'

/** A request to a provider, as the server has reported it. */
export type SentRequest = { readonly host: string; readonly model: string; readonly body: string }

export type SessionState = {
  /** The chat that is being answered. */
  readonly answering: string | undefined
  /** The requests behind each answer of this page. They are not kept. */
  readonly sent: Readonly<Record<string, readonly SentRequest[]>>
}

/** Asks questions in the chats of a project. An answer continues while the panel is closed. */
export type ChatSession = {
  read: () => SessionState
  subscribe: (listener: () => void) => () => void
  /** Sends a message in the active chat. */
  ask: (text: string) => void
  /** Asks for another answer to the last message of the person. */
  retry: () => void
  stop: () => void
}

type SessionDeps = {
  projectRef: string
  store: AssistantStore
  openText: OpenText
  newId: () => string
  now: () => number
  /** The address of the open page. */
  page: () => string
}

export function createChatSession(deps: SessionDeps): ChatSession {
  const { store, newId, now } = deps
  let state: SessionState = { answering: undefined, sent: {} }
  let stopping = new AbortController()
  const listeners = new Set<() => void>()
  const show = (next: Partial<SessionState>) => {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }

  function take(place: AnswerPlace, events: readonly AnswerEvent[]): void {
    const requests = events.filter((event) => event.kind === 'sent')
    if (requests.length > 0) {
      const before = state.sent[place.message] ?? []
      show({ sent: { ...state.sent, [place.message]: [...before, ...requests] } })
    }
    change(place, (message) => applyEvents(message, events))
  }

  function change(place: AnswerPlace, next: (message: ChatMessage) => ChatMessage): void {
    store.change((all) => changeMessage(all, { ...place, now: now() }, next))
  }

  async function answer(): Promise<void> {
    const { activeChatId: id, chats } = store.read()
    const chat = id === undefined ? undefined : chats[id]
    if (id === undefined || !chat || state.answering !== undefined) return
    const question = { messages: messagesOf(chat.messages), page: deps.page() }
    const place = { id, message: newId() }
    store.change((all) =>
      saveMessages(all, [emptyMessage(place.message, 'assistant')], { id, now: now() }),
    )
    stopping = new AbortController()
    const { signal } = stopping
    show({ answering: id })
    try {
      await streamAnswer(deps.openText, { ref: deps.projectRef, question, signal }, (events) =>
        take(place, events),
      )
    } catch (error) {
      change(place, (message) => ({ ...message, ...endOf(error, signal.aborted) }))
    } finally {
      show({ answering: undefined })
    }
  }

  return {
    read: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    ask(text) {
      const { activeChatId: id } = store.read()
      if (id === undefined || state.answering !== undefined) return
      const message = { ...emptyMessage(newId(), 'user'), text }
      store.change((all) => saveMessages(all, [message], { id, now: now() }))
      void answer()
    },
    retry() {
      const { activeChatId: id = '', chats } = store.read()
      const last = chats[id]?.messages.findLast(({ role }) => role === 'user')
      if (!last || state.answering !== undefined) return
      store.change((all) => deleteMessagesFrom(all, last.id, { now: now(), includesSelf: false }))
      void answer()
    },
    stop: () => stopping.abort(),
  }
}

type AnswerPlace = { readonly id: string; readonly message: string }

const emptyMessage = (id: string, role: ChatMessage['role']): ChatMessage => ({
  id,
  role,
  text: '',
  tools: [],
  proposals: [],
  results: {},
})

function endOf(error: unknown, isStopped: boolean): Partial<ChatMessage> {
  if (isStopped) return { ended: 'stopped' }
  const isApiError = error instanceof ApiError
  return {
    ended: 'failed',
    failure: {
      code: (isApiError && error.errorCode) || '',
      message: errorMessage(error),
      hint: (isApiError && error.hint) || null,
    },
  }
}
