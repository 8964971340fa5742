import { Check, Pencil, Send, TriangleAlert } from 'lucide-react'
import { lazy, memo, Suspense, useState } from 'react'
import type { ChatMessage, ToolUse } from '../../data/local/assistant/chats.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { CopyButton } from '../../ui/buttons/copy-button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import type { SentRequest } from './chat-session.ts'
import { ProposalBlock } from './proposal-block.tsx'
import { SentSheet } from './sent-sheet.tsx'

const Markdown = lazy(async () => ({
  default: (await import('../../ui/display/markdown.tsx')).Markdown,
}))

type MessageViewProps = {
  projectRef: string
  chatId: string
  message: ChatMessage
  sent: readonly SentRequest[] | undefined
  /** Whether the answer is still arriving. */
  isArriving: boolean
  canRetry: boolean
  canEdit: boolean
  onAsk: (text: string) => void
  onEdit: (message: ChatMessage) => void
  onRetry: () => void
}

/** One message. While an answer arrives, only its own message is rendered again. */
export const MessageView = memo(function MessageView(props: MessageViewProps) {
  return props.message.role === 'user' ? <Question {...props} /> : <Answer {...props} />
}, hasSameContent)

function hasSameContent(before: MessageViewProps, after: MessageViewProps): boolean {
  return (
    before.message === after.message &&
    before.sent === after.sent &&
    before.isArriving === after.isArriving &&
    before.canRetry === after.canRetry &&
    before.canEdit === after.canEdit
  )
}

function Question({ message, canEdit, onEdit }: MessageViewProps) {
  return (
    <article aria-label="Your message" className="group ml-8 grid gap-1 self-end">
      <p className="rounded-md bg-sunken px-3 py-2 wrap-anywhere whitespace-pre-wrap">
        {message.text}
      </p>
      <div className="flex justify-end opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100">
        <CopyButton iconOnly size="sm" text={message.text} label="Copy message" />
        <IconButton
          label="Edit message"
          size="sm"
          disabled={!canEdit}
          onClick={() => onEdit(message)}
        >
          <Pencil />
        </IconButton>
      </div>
    </article>
  )
}

function Answer({ message, isArriving, ...props }: MessageViewProps) {
  const { text, tools, proposals, ended } = message
  const [showsSent, setShowsSent] = useState(false)
  return (
    <article aria-label="Answer" aria-busy={isArriving} className="grid min-w-0 gap-2">
      {tools.length > 0 && <Tools tools={tools} isArriving={isArriving} />}
      {text !== '' && (
        <Suspense fallback={<p className="whitespace-pre-wrap">{text}</p>}>
          <Markdown text={text} />
        </Suspense>
      )}
      {proposals.map((proposal) => (
        <ProposalBlock
          key={proposal.id}
          projectRef={props.projectRef}
          chatId={props.chatId}
          messageId={message.id}
          proposal={proposal}
          outcome={message.results[proposal.id]}
          canAsk={props.canEdit}
          onAsk={props.onAsk}
        />
      ))}
      {isArriving && text === '' && tools.length === 0 && (
        <p className="flex items-center gap-2 text-muted">
          <Spinner /> Thinking
        </p>
      )}
      {!isArriving && ended && <Ending message={message} {...props} />}
      {!isArriving && (
        <div className="flex items-center">
          {text !== '' && <CopyButton iconOnly size="sm" text={text} label="Copy answer" />}
          {props.sent && (
            <IconButton label="Show what was sent" size="sm" onClick={() => setShowsSent(true)}>
              <Send />
            </IconButton>
          )}
        </div>
      )}
      {showsSent && props.sent && (
        <SentSheet requests={props.sent} onClose={() => setShowsSent(false)} />
      )}
    </article>
  )
}

/** The reason why an answer is not complete. */
const ENDS = {
  stopped: 'You stopped this answer.',
  length: 'The model reached its limit before the answer was complete.',
  steps: 'The model used too many tools without answering.',
} as const

type EndingProps = Pick<MessageViewProps, 'message' | 'canRetry' | 'onRetry'>

function Ending({ message: { ended, failure }, canRetry, onRetry }: EndingProps) {
  if (ended === 'failed')
    return (
      <ErrorState
        title="The answer failed"
        message={failure?.message ?? 'The connection was lost.'}
        hint={failure?.hint}
        details={failure?.code ? `code: ${failure.code}` : undefined}
        onRetry={canRetry ? onRetry : undefined}
      />
    )
  if (ended === undefined) return null
  return (
    <p className="flex flex-wrap items-center gap-2 text-muted">
      {ENDS[ended]}
      {canRetry && (
        <Button size="sm" onClick={onRetry}>
          Retry
        </Button>
      )}
    </p>
  )
}

function Tools({ tools, isArriving }: { tools: readonly ToolUse[]; isArriving: boolean }) {
  return (
    <ul aria-label="Tools used" className="grid gap-0.5 text-xs text-muted">
      {tools.map((tool) => (
        <li key={tool.id} className="flex items-center gap-1.5">
          <ToolMark state={tool.state} isArriving={isArriving} />
          {tool.title}
          {tool.state === 'failed' && ' failed'}
        </li>
      ))}
    </ul>
  )
}

function ToolMark({ state, isArriving }: { state: ToolUse['state']; isArriving: boolean }) {
  if (state === 'running' && isArriving) return <Spinner className="size-3" />
  if (state === 'done') return <Check className="size-3" />
  return <TriangleAlert className="size-3" />
}
