import type { AlertChannel, ChannelTarget } from '@stoa/contract/services/alerts/channels'
import { NameButton, RecordTable, type RecordColumn } from '../../components/list/record-table.tsx'
import { Time } from '../../components/time.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { MessageState } from './message-state.tsx'
import { CHATS } from './words.ts'

export type ChannelAction = 'edit' | 'messages' | 'test' | 'delete'

type ChannelTableProps = {
  channels: readonly AlertChannel[]
  canWrite: boolean
  /** The id of the channel that a test message is being sent to. */
  testing: string | undefined
  onAction: (action: ChannelAction, channel: AlertChannel) => void
}

export function ChannelTable({ channels, canWrite, testing, onAction }: ChannelTableProps) {
  return (
    <RecordTable
      label="Channels"
      items={channels}
      nameOf={({ name }) => name}
      columns={columnsOf(onAction)}
      actionsClassName="w-36"
      renderButtons={(channel) =>
        canWrite && (
          <Button
            size="sm"
            pending={testing === channel.id}
            aria-label={`Send test to ${channel.name}`}
            onClick={() => onAction('test', channel)}
          >
            Send test
          </Button>
        )
      }
      actions={(channel) => [
        { label: 'Messages', onSelect: () => onAction('messages', channel) },
        ...(canWrite
          ? [
              { label: 'Edit', onSelect: () => onAction('edit', channel) },
              {
                label: 'Delete channel',
                variant: 'danger' as const,
                onSelect: () => onAction('delete', channel),
              },
            ]
          : []),
      ]}
    />
  )
}

function targetText(target: ChannelTarget): string {
  if (target.kind === 'mail') return target.recipients.join(', ')
  return target.kind === 'webhook' ? target.host : `${CHATS[target.format]}, ${target.host}`
}

const KINDS = { mail: 'Email', webhook: 'Webhook', chat: 'Chat' } as const

const columnsOf = (
  onAction: ChannelTableProps['onAction'],
): readonly RecordColumn<AlertChannel>[] => [
  {
    header: 'Name',
    cell: (channel) => (
      <>
        <NameButton className="font-medium" onClick={() => onAction('messages', channel)}>
          {channel.name}
        </NameButton>
        <div className="truncate text-xs text-muted" title={targetText(channel.target)}>
          {targetText(channel.target)}
        </div>
      </>
    ),
  },
  {
    header: 'Kind',
    className: 'hidden w-24 md:table-cell',
    cell: ({ target, enabled }) => (enabled ? KINDS[target.kind] : `${KINDS[target.kind]}, off`),
  },
  {
    header: 'Quiet hours',
    className: 'hidden w-52 lg:table-cell',
    textClassName: 'truncate text-muted',
    cell: ({ quiet_hours: quiet }) =>
      quiet === null ? '–' : `${quiet.from} to ${quiet.to} (${quiet.time_zone})`,
  },
  {
    header: 'Last message',
    className: 'hidden w-48 sm:table-cell',
    cell: ({ last_message: last }) =>
      last === null ? (
        <span className="text-muted">None yet</span>
      ) : (
        <span className="flex items-center gap-2" title={last.last_error ?? undefined}>
          <MessageState message={last} />
          <Time date={last.created_at} className="text-muted" />
        </span>
      ),
  },
]
