import type { LogDrain } from '@stoa/contract/services/logs/drains'
import { useState } from 'react'
import { RecordTable, type RecordColumn } from '../../../components/list/record-table.tsx'
import { RemovalDialog } from '../../../components/removal-dialog.tsx'
import { Time } from '../../../components/time.tsx'
import {
  useDeleteLogDrain,
  usePauseLogDrain,
} from '../../../data/resources/services/logs/drains.ts'
import { formatCount } from '../../../lib/quantities.ts'
import { StatusDot } from '../../../ui/display/status-dot.tsx'
import { sourceName } from '../words.ts'
import { DrainTestDialog } from './drain-test-dialog.tsx'
import { lagText, stateNote, STATES, typeLabel } from './drain-words.ts'

type DrainTableProps = {
  projectRef: string
  drains: readonly LogDrain[]
  canWrite: boolean
  onEdit: (drain: LogDrain) => void
}

export function DrainTable({ projectRef, drains, canWrite, onEdit }: DrainTableProps) {
  const remove = useDeleteLogDrain(projectRef)
  const pause = usePauseLogDrain(projectRef)
  const [leaving, setLeaving] = useState<LogDrain>()
  const [tested, setTested] = useState<LogDrain>()
  const actionsOf = (drain: LogDrain) => {
    const isPaused = drain.delivery.state === 'paused'
    return [
      { label: 'Edit', onSelect: () => onEdit(drain) },
      { label: 'Send a test event', onSelect: () => setTested(drain) },
      {
        label: isPaused ? 'Resume' : 'Pause',
        onSelect: () => pause.mutate({ token: drain.token, isPaused: !isPaused }),
      },
      { label: 'Delete', variant: 'danger' as const, onSelect: () => setLeaving(drain) },
    ]
  }
  return (
    <>
      <RecordTable
        label="Log drains"
        items={drains}
        nameOf={({ name }) => name}
        columns={COLUMNS}
        actions={canWrite ? actionsOf : undefined}
      />
      {tested && (
        <DrainTestDialog
          projectRef={projectRef}
          drain={tested}
          onClose={() => setTested(undefined)}
        />
      )}
      <RemovalDialog
        action="Delete"
        noun="log drain"
        item={leaving}
        description="Events that were not sent yet will not be sent. Logs that are stored here are kept. This can’t be undone."
        removal={remove}
        onClose={() => setLeaving(undefined)}
      />
    </>
  )
}

const COLUMNS: readonly RecordColumn<LogDrain>[] = [
  {
    header: 'Name',
    textClassName: 'py-1.5',
    isRowHeader: true,
    cell: ({ name, type }) => (
      <>
        <div className="truncate" title={name}>
          {name}
        </div>
        <div className="truncate text-muted">{typeLabel(type)}</div>
      </>
    ),
  },
  {
    header: 'Status',
    textClassName: 'py-1.5',
    cell: ({ delivery }) => {
      const { label, tone } = STATES[delivery.state]
      const note = stateNote(delivery)
      const lag = lagText(delivery)
      return (
        <>
          <div className="flex items-center gap-2">
            <StatusDot tone={tone} />
            <span className="truncate">
              {label}
              {lag !== undefined && <span className="text-muted"> · {lag} behind</span>}
            </span>
          </div>
          {note !== undefined && (
            <div className="truncate text-muted" title={note}>
              {note}
            </div>
          )}
        </>
      )
    },
  },
  {
    header: 'Sources',
    className: 'hidden lg:table-cell',
    textClassName: 'truncate text-muted',
    title: ({ sources }) => sources.map(sourceName).join(', '),
    cell: ({ sources }) => (sources.length === 0 ? 'All' : sources.map(sourceName).join(', ')),
  },
  {
    header: 'Sent',
    align: 'right',
    className: 'hidden w-24 sm:table-cell',
    cell: ({ delivery }) => formatCount(delivery.events_sent),
  },
  {
    header: 'Dropped',
    align: 'right',
    className: 'hidden w-24 md:table-cell',
    cell: ({ delivery }) => formatCount(delivery.events_dropped),
  },
  {
    header: 'Last success',
    className: 'hidden w-36 md:table-cell',
    textClassName: 'whitespace-nowrap text-muted',
    cell: ({ delivery: { last_success_at: at } }) =>
      at === null ? 'None yet' : <Time date={at} />,
  },
]
