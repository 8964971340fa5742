import { useSyncExternalStore } from 'react'
import { useAssistantStore } from '../../components/assistant/use-assistant-store.ts'
import { useDataClient } from '../../data/client/client-context.ts'
import type { AssistantStore } from '../../data/local/assistant/assistant-store.ts'
import { randomId } from '../../lib/random-id.ts'
import { createChatSession, type ChatSession, type SessionState } from './chat-session.ts'

type Open = { readonly projectRef: string; readonly session: ChatSession }

/** The session of the project whose chats a store has. */
const sessions = new WeakMap<AssistantStore, Open>()

/** The questions of a project. Opening another project stops the answer of the one before. */
export function useChatSession(projectRef: string): ChatSession & SessionState {
  const store = useAssistantStore()
  const { openText } = useDataClient()
  const session = sessionOf(store, projectRef, () =>
    createChatSession({
      projectRef,
      store,
      openText,
      newId: randomId,
      now: () => Date.now(),
      page: () => window.location.pathname,
    }),
  )
  const state = useSyncExternalStore(session.subscribe, session.read)
  return { ...session, ...state }
}

function sessionOf(store: AssistantStore, projectRef: string, create: () => ChatSession) {
  const open = sessions.get(store)
  if (open?.projectRef === projectRef) return open.session
  open?.session.stop()
  const session = create()
  sessions.set(store, { projectRef, session })
  return session
}
