import { newChat, type SqlSnippet } from '../../data/local/assistant/chats.ts'
import { useProjectAssistant } from '../../data/resources/platform/assistant.ts'
import { randomId } from '../../lib/random-id.ts'
import { usePanelOpener } from '../rooms/panel-link.ts'
import { ASSISTANT_PANEL } from './assistant-search.ts'
import { useAssistantStore } from './use-assistant-store.ts'

export type FirstMessage = { prompt: string; sqlSnippets?: readonly SqlSnippet[] }

/**
 * Opens the assistant with a new chat whose first message is written and not yet sent. Undefined
 * without a model provider, because then there is nobody to ask.
 */
export function useAskAssistant(projectRef: string): ((asked: FirstMessage) => void) | undefined {
  const store = useAssistantStore()
  const openPanel = usePanelOpener()
  const { data: assistant } = useProjectAssistant(projectRef)
  if (!assistant?.provider) return undefined
  return ({ prompt, sqlSnippets = [] }) => {
    void store.open(projectRef).then(() => {
      const isOpen = store.read().open
      store.change((state) =>
        newChat(
          state,
          { id: randomId(), now: Date.now() },
          { open: true, initialInput: prompt, sqlSnippets },
        ),
      )
      if (!isOpen) openPanel(ASSISTANT_PANEL)
    })
  }
}
