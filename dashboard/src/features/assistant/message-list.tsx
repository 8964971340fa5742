import { useLayoutEffect, useRef } from 'react'
import type { Chat, ChatMessage } from '../../data/local/assistant/chats.ts'
import { Button } from '../../ui/buttons/button.tsx'
import type { SentRequest } from './chat-session.ts'
import { MessageView } from './message-view.tsx'

type MessageListProps = {
  projectRef: string
  chat: Chat
  suggestions: readonly string[]
  sent: Readonly<Record<string, readonly SentRequest[]>>
  isAnswering: boolean
  /** Whether a message can be sent now. */
  canAsk: boolean
  onAsk: (text: string) => void
  onEdit: (message: ChatMessage) => void
  onRetry: () => void
}

const FIRST_QUESTIONS = [
  'What tables are in this project?',
  'Which tables can anyone read?',
  'How do I connect my app?',
]

/** Closer to the end than this, the list follows an answer while it arrives. */
const NEAR_END = 80

/** The messages of a chat, the latest last. */
export function MessageList({ chat, suggestions, ...props }: MessageListProps) {
  const list = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const { messages } = chat
  // Every render can have made the messages taller.
  useLayoutEffect(() => {
    const element = list.current
    if (element && isAtEnd.current) element.scrollTop = element.scrollHeight
  })
  if (messages.length === 0) {
    const offered = suggestions.length > 0 ? suggestions : FIRST_QUESTIONS
    return (
      <div className="grid flex-1 content-end gap-2 overflow-y-auto p-4">
        <p className="text-muted">
          Ask about this project, or let the assistant write SQL. It changes nothing unless you run
          what it proposes.
        </p>
        {offered.map((question) => (
          <Button
            key={question}
            className="justify-self-start"
            disabled={!props.canAsk}
            onClick={() => props.onAsk(question)}
          >
            {question}
          </Button>
        ))}
      </div>
    )
  }
  const last = messages.at(-1)
  return (
    <div
      ref={list}
      role="log"
      aria-label="Messages"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
      tabIndex={0}
      className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto p-4"
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_END
      }}
    >
      {messages.map((message) => (
        <MessageView
          key={message.id}
          projectRef={props.projectRef}
          chatId={chat.id}
          message={message}
          sent={props.sent[message.id]}
          isArriving={props.isAnswering && message === last}
          canRetry={props.canAsk && message === last}
          canEdit={props.canAsk}
          onAsk={props.onAsk}
          onEdit={props.onEdit}
          onRetry={props.onRetry}
        />
      ))}
    </div>
  )
}
