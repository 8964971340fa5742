import { useState } from 'react'
import { Badge } from '../../ui/display/badge.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { CodeBlock } from '../../ui/display/code-block.tsx'
import { CopyButton } from '../../ui/buttons/copy-button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { SearchInput } from '../../ui/inputs/search-input.tsx'
import { classNames } from '../../lib/class-names.ts'
import { formatClock } from '../../lib/dates.ts'
import { downloadText } from '../../lib/download-text.ts'
import type { InspectedMessage } from './use-inspector.ts'

type MessageListProps = {
  messages: readonly InspectedMessage[]
  isJoined: boolean
  isPaused: boolean
  onPause: (isPaused: boolean) => void
  onClear: () => void
}

const KINDS = {
  broadcast: { label: 'Broadcast', variant: 'accent' },
  presence: { label: 'Presence', variant: 'success' },
  change: { label: 'Change', variant: 'warning' },
  system: { label: 'System', variant: 'neutral' },
} as const

/** The messages that arrived on the channel, newest first, and one message in full. */
export function MessageList({ messages, isJoined, isPaused, ...on }: MessageListProps) {
  const [search, setSearch] = useState('')
  const [selectedId, setSelectedId] = useState<number>()
  const wanted = search.trim().toLowerCase()
  const shown =
    wanted === ''
      ? messages
      : messages.filter((message) => textOf(message).toLowerCase().includes(wanted))
  const selected = messages.find(({ id }) => id === selectedId)
  return (
    <section aria-label="Messages" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <SearchInput
          label="Filter messages"
          className="w-full sm:w-64"
          value={search}
          onValueChange={setSearch}
        />
        <Button aria-pressed={isPaused} onClick={() => on.onPause(!isPaused)}>
          {isPaused ? 'Resume' : 'Pause'}
        </Button>
        <Button disabled={messages.length === 0} onClick={on.onClear}>
          Clear
        </Button>
        <CopyButton
          label="Copy as JSON"
          text={() => JSON.stringify(shown, undefined, 2)}
          disabled={shown.length === 0}
        />
        <Button
          disabled={shown.length === 0}
          onClick={() =>
            downloadText({
              text: JSON.stringify(shown, undefined, 2),
              fileName: 'realtime-messages.json',
              type: 'application/json',
            })
          }
        >
          Download
        </Button>
      </div>
      {shown.length === 0 ? (
        <Nothing hasMessages={messages.length > 0} isJoined={isJoined} isPaused={isPaused} />
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 xl:grid-cols-2">
          <ol
            aria-label="Received messages"
            className="max-h-144 overflow-y-auto rounded-md border"
          >
            {shown.map((message) => (
              <li key={message.id} className="border-b last:border-b-0">
                <button
                  type="button"
                  aria-pressed={message.id === selectedId}
                  className={classNames(
                    'flex w-full items-center gap-3 px-3 py-1.5 text-left -outline-offset-2 hover:bg-sunken',
                    message.id === selectedId && 'bg-sunken',
                  )}
                  onClick={() => setSelectedId(message.id)}
                >
                  <time
                    dateTime={message.at.toISOString()}
                    className="shrink-0 font-mono text-xs text-muted"
                  >
                    {formatClock(message.at)}
                  </time>
                  <Badge variant={KINDS[message.kind].variant}>{KINDS[message.kind].label}</Badge>
                  <span className="min-w-0 truncate" title={message.title}>
                    {message.title}
                  </span>
                </button>
              </li>
            ))}
          </ol>
          {selected ? (
            <CodeBlock
              label={`Payload of ${selected.title}`}
              code={JSON.stringify(selected.payload, undefined, 2)}
              className="max-h-144 overflow-y-auto"
            />
          ) : (
            <p className="px-1 py-2 text-muted max-xl:hidden">
              Select a message to see its payload.
            </p>
          )}
        </div>
      )}
    </section>
  )
}

const textOf = ({ kind, title, payload }: InspectedMessage) =>
  `${kind} ${title} ${JSON.stringify(payload)}`

type NothingProps = { hasMessages: boolean; isJoined: boolean; isPaused: boolean }

function Nothing({ hasMessages, isJoined, isPaused }: NothingProps) {
  if (hasMessages) {
    return (
      <EmptyState title="No matching messages" description="Filter by kind, event or payload." />
    )
  }
  if (!isJoined) {
    return (
      <EmptyState
        title="No channel joined"
        description="Join a channel to see its messages here."
      />
    )
  }
  return (
    <EmptyState
      title="No messages yet"
      description={
        isPaused
          ? 'Messages that arrive while the list is paused are not kept.'
          : 'Send a message, or change a row of a table that you listen to.'
      }
    />
  )
}
