import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useDataClient, type DataClient } from '../../data/client/client-context.ts'
import {
  createAssistantStore,
  type AssistantStore,
} from '../../data/local/assistant/assistant-store.ts'
import { createChatDatabase } from '../../data/local/assistant/chat-database.ts'
import type { AssistantState } from '../../data/local/assistant/chats.ts'
import { randomId } from '../../lib/random-id.ts'
import { pageStorage } from '../../lib/storage.ts'

/** The query client is replaced with the account, so the chats of one account don't reach another. */
const stores = new WeakMap<QueryClient, AssistantStore>()

/** The assistant's state, which outlives its panel. */
export function useAssistantStore(): AssistantStore {
  return storeOf(useDataClient())
}

export function useAssistantState(): AssistantState {
  const store = useAssistantStore()
  return useSyncExternalStore(store.subscribe, store.read)
}

function storeOf({ queryClient, session }: DataClient): AssistantStore {
  const known = stores.get(queryClient)
  if (known) return known
  const store = createAssistantStore({
    database: createChatDatabase(session.read()?.user.id),
    settings: pageStorage,
    now: () => Date.now(),
    newId: randomId,
  })
  // A reload within half a second of a change would lose it.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void store.flush()
  })
  stores.set(queryClient, store)
  return store
}
