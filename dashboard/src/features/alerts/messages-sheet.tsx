import type { AlertChannel, AlertMessage } from '@stoa/contract/services/alerts/channels'
import { QueryList } from '../../components/list/query-list.tsx'
import { useAlertMessages } from '../../data/resources/services/alerts/channels.ts'
import { formatExact } from '../../lib/dates.ts'
import { Sheet, SheetBody } from '../../ui/overlays/sheet.tsx'
import { MessageState } from './message-state.tsx'

type MessagesSheetProps = { projectRef: string; channel: AlertChannel; onClose: () => void }

/** The last messages of a channel, with their errors. */
export function MessagesSheet({ projectRef, channel, onClose }: MessagesSheetProps) {
  const messages = useAlertMessages(projectRef, channel.id)
  return (
    <Sheet open title={`Messages to ${channel.name}`} onClose={onClose}>
      <SheetBody className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
        <QueryList
          label="messages"
          query={messages}
          empty={{
            title: 'No messages yet',
            description: 'Messages appear here when an alert that uses this channel fires.',
          }}
        >
          {(items) => (
            <ul aria-label="Messages" className="grid gap-3">
              {items.map((message) => (
                <Message key={message.id} message={message} />
              ))}
            </ul>
          )}
        </QueryList>
      </SheetBody>
    </Sheet>
  )
}

function Message({ message }: { message: AlertMessage }) {
  return (
    <li className="grid gap-1 border-b pb-3 last:border-0">
      <span className="font-medium wrap-anywhere">{message.subject}</span>
      <span className="flex flex-wrap items-center gap-x-3 text-muted">
        <MessageState message={message} />
        <time dateTime={message.created_at} className="tabular-nums">
          {formatExact(message.created_at)}
        </time>
        {message.attempts > 1 && <span>{message.attempts} attempts</span>}
      </span>
      {message.last_error !== null && (
        <p className="text-xs wrap-anywhere text-danger-text">{message.last_error}</p>
      )}
    </li>
  )
}
