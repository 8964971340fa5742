import type { MessageState, QueueMessage } from '@stoa/contract/services/queues/queues'
import { Time } from '../../components/time.tsx'
import { formatCount } from '../../lib/quantities.ts'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '../../ui/display/table.tsx'

type MessageTableProps = {
  state: MessageState
  messages: readonly QueueMessage[]
  onOpen: (message: QueueMessage) => void
}

const LAST_COLUMN = { available: 'Sent', scheduled: 'Available', archived: 'Archived' } as const

export function MessageTable({ state, messages, onOpen }: MessageTableProps) {
  return (
    <Table aria-label="Messages" className="table-fixed">
      <TableHead>
        <TableRow>
          <TableHeader className="w-16 sm:w-20">ID</TableHeader>
          <TableHeader>Message</TableHeader>
          <TableHeader align="right" className="hidden w-20 sm:table-cell">
            Reads
          </TableHeader>
          <TableHeader className="w-30 sm:w-40">{LAST_COLUMN[state]}</TableHeader>
        </TableRow>
      </TableHead>
      <TableBody>
        {messages.map((message) => (
          <TableRow key={message.id}>
            <TableCell className="truncate font-mono text-muted" title={message.id}>
              {message.id}
            </TableCell>
            <TableCell>
              <button
                type="button"
                aria-label={`Open message ${message.id}`}
                className="block w-full truncate text-left font-mono hover:underline"
                onClick={() => onOpen(message)}
              >
                {(message.message ?? 'null').slice(0, 300)}
              </button>
            </TableCell>
            <TableCell align="right" className="hidden sm:table-cell">
              {formatCount(message.read_count)}
            </TableCell>
            <TableCell className="truncate text-muted">
              <Time date={timeOf(state, message)} />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

const timeOf = (state: MessageState, message: QueueMessage): string => {
  if (state === 'scheduled') return message.visible_at
  return message.archived_at ?? message.enqueued_at
}
