import type { MessageState, QueueMessage } from '@stoa/contract/services/queues/queues'
import { NameButton, RecordTable, type RecordColumn } from '../../components/list/record-table.tsx'
import { Time } from '../../components/time.tsx'
import { formatCount } from '../../lib/quantities.ts'

type MessageTableProps = {
  state: MessageState
  messages: readonly QueueMessage[]
  /** The id of the message in the panel. */
  shown: string | undefined
  onOpen: (message: QueueMessage) => void
}

export const MessageTable = ({ state, messages, shown, onOpen }: MessageTableProps) => (
  <RecordTable
    label="Messages"
    items={messages}
    nameOf={({ id }) => `message ${id}`}
    columns={columnsFor(state, onOpen)}
    shownId={shown}
    canShowAll={false}
  />
)

const LAST_COLUMN = { available: 'Sent', scheduled: 'Available', archived: 'Archived' } as const

const columnsFor = (
  state: MessageState,
  onOpen: (message: QueueMessage) => void,
): readonly RecordColumn<QueueMessage>[] => [
  {
    header: 'ID',
    className: 'w-16 sm:w-20',
    textClassName: 'truncate font-mono text-muted',
    title: ({ id }) => id,
    cell: ({ id }) => id,
  },
  {
    header: 'Message',
    cell: (message) => (
      <NameButton
        coversRow
        className="font-mono"
        label={`Open message ${message.id}`}
        onClick={() => onOpen(message)}
      >
        {(message.message ?? 'null').slice(0, 300)}
      </NameButton>
    ),
  },
  {
    header: 'Reads',
    align: 'right',
    className: 'hidden w-20 sm:table-cell',
    textClassName: 'tabular-nums',
    cell: ({ read_count: reads }) => formatCount(reads),
  },
  {
    header: LAST_COLUMN[state],
    className: 'w-30 sm:w-40',
    textClassName: 'truncate text-muted',
    cell: (message) => <Time date={timeOf(state, message)} className="relative" />,
  },
]

const timeOf = (state: MessageState, message: QueueMessage): string => {
  if (state === 'scheduled') return message.visible_at
  return message.archived_at ?? message.enqueued_at
}
