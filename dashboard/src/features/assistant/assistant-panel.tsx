import { useEffect, useState } from 'react'
import {
  useAssistantState,
  useAssistantStore,
} from '../../components/assistant/use-assistant-store.ts'
import type { PanelProps } from '../../components/rooms/room.ts'
import { QueryError } from '../../components/query-error.tsx'
import { deleteMessagesFrom, type ChatMessage } from '../../data/local/assistant/chats.ts'
import { useProjectAssistant } from '../../data/resources/platform/assistant.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { ChatBar } from './chat-bar.tsx'
import { Composer } from './composer.tsx'
import { LevelNote } from './level-note.tsx'
import { MessageList } from './message-list.tsx'
import { SetupNote } from './setup-note.tsx'
import { useChatSession } from './use-chat-session.ts'

/** The assistant beside every page of a project. */
export function AssistantPanel({ projectRef }: PanelProps) {
  const store = useAssistantStore()
  const state = useAssistantState()
  const session = useChatSession(projectRef)
  const assistant = useProjectAssistant(projectRef)
  const [edited, setEdited] = useState<ChatMessage>()
  useEffect(() => {
    const setOpen = (open: boolean) => store.change((all) => ({ ...all, open }))
    void store.open(projectRef).then(() => setOpen(true))
    return () => setOpen(false)
  }, [store, projectRef])
  const chat = state.activeChatId === undefined ? undefined : state.chats[state.activeChatId]
  if (assistant.isError)
    return (
      <div className="p-4">
        <QueryError
          error={assistant.error}
          title="Failed to load the assistant"
          onRetry={() => void assistant.refetch()}
        />
      </div>
    )
  if (!chat || !assistant.data) return <Skeleton className="m-4 h-64" />
  const { provider } = assistant.data
  const isAnswering = session.answering === chat.id
  const send = (text: string) => {
    if (edited) store.change((all) => deleteMessagesFrom(all, edited.id, { now: Date.now() }))
    setEdited(undefined)
    session.ask(text)
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <ChatBar chat={chat} onSwitch={() => setEdited(undefined)} />
      {provider === null && chat.messages.length === 0 ? (
        <SetupNote assistant={assistant.data} />
      ) : (
        <MessageList
          projectRef={projectRef}
          chat={chat}
          suggestions={state.suggestions}
          sent={session.sent}
          isAnswering={isAnswering}
          canAsk={provider !== null && session.answering === undefined}
          onAsk={send}
          onEdit={setEdited}
          onRetry={session.retry}
        />
      )}
      {provider !== null && (
        <div className="border-t p-3">
          <Composer
            key={`${chat.id} ${edited?.id ?? ''}`}
            initialText={edited?.text ?? state.initialInput}
            snippets={edited ? [] : state.sqlSnippets}
            tables={edited ? [] : state.tables}
            isEditing={edited !== undefined}
            isAnswering={isAnswering}
            isBusy={session.answering !== undefined}
            onSend={send}
            onStop={session.stop}
            onCancel={() => setEdited(undefined)}
          />
          <LevelNote assistant={assistant.data} />
        </div>
      )}
    </div>
  )
}
