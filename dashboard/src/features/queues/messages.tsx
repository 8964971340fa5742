import type { MessageState } from '@stoa/contract/services/queues/queues'
import { useState } from 'react'
import { QueryList } from '../../components/list/query-list.tsx'
import { useRecordPanel } from '../../components/list/use-record-panel.ts'
import { useQueueMessages } from '../../data/resources/services/queues/queues.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { SegmentedControl } from '../../ui/buttons/segmented-control.tsx'
import { MessageSheet } from './message-sheet.tsx'
import { MessageTable } from './message-table.tsx'

type MessagesProps = { projectRef: string; name: string; canWrite: boolean }

const STATES = [
  { value: 'available', label: 'Available' },
  { value: 'scheduled', label: 'Scheduled' },
  { value: 'archived', label: 'Archived' },
] as const

const EMPTY = {
  available: {
    title: 'No available messages',
    description: 'Messages that are ready to be read appear here.',
  },
  scheduled: {
    title: 'No scheduled messages',
    description: 'Messages with a delay and messages being processed appear here.',
  },
  archived: {
    title: 'No archived messages',
    description: 'Archived messages stay here and are never read again.',
  },
}

/** The messages of a queue in one state, newest first. */
export function Messages({ projectRef, name, canWrite }: MessagesProps) {
  const [state, setState] = useState<MessageState>('available')
  const [before, setBefore] = useState<string>()
  const query = { state, ...(before !== undefined && { before }) }
  const page = useQueueMessages(projectRef, name, query)
  const { data } = page
  const { panel, open, close } = useRecordPanel({ kinds: ['message'], items: data?.messages })
  const last = data?.messages.at(-1)
  return (
    <section aria-label="Messages" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <SegmentedControl
        aria-label="State of the messages"
        className="justify-self-start"
        value={state}
        options={STATES}
        onValueChange={(next) => {
          setState(next)
          setBefore(undefined)
        }}
      />
      <QueryList label="messages" query={{ ...page, data: data?.messages }} empty={EMPTY[state]}>
        {(messages) => (
          <MessageTable
            state={state}
            messages={messages}
            shown={panel?.item.id}
            onOpen={(message) => open('message', message)}
          />
        )}
      </QueryList>
      {(before !== undefined || data?.has_more) && (
        <div className="flex gap-2">
          <Button disabled={before === undefined} onClick={() => setBefore(undefined)}>
            Newest
          </Button>
          <Button disabled={!data?.has_more || !last} onClick={() => setBefore(last?.id)}>
            Older
          </Button>
        </div>
      )}
      {panel && (
        <MessageSheet
          projectRef={projectRef}
          name={name}
          message={panel.item}
          canWrite={canWrite}
          onClose={close}
        />
      )}
    </section>
  )
}
