import type { Backup } from '@stoa/contract/platform/backups'
import {
  RecordTable,
  type RecordAction,
  type RecordColumn,
} from '../../components/list/record-table.tsx'
import { Time } from '../../components/time.tsx'
import { formatBytes } from '../../lib/quantities.ts'
import { StatusDot } from '../../ui/display/status-dot.tsx'
import { nameOfBackup, STATUSES } from './backup-words.ts'

export type BackupAction = 'look' | 'restore' | 'clone' | 'verify' | 'delete'

type BackupTableProps = {
  backups: readonly Backup[]
  /** The actions that the member can use. */
  allowed: ReadonlySet<BackupAction>
  onAction: (action: BackupAction, backup: Backup) => void
}

export function BackupTable({ backups, allowed, onAction }: BackupTableProps) {
  const actionsOf = (backup: Backup): RecordAction[] =>
    ACTIONS.filter(
      ({ action, needsComplete }) =>
        allowed.has(action) &&
        (backup.status === 'complete' || (!needsComplete && backup.status === 'failed')),
    ).map(({ action, item }) => ({ ...item, onSelect: () => onAction(action, backup) }))
  return (
    <RecordTable
      label="Backups"
      items={backups}
      nameOf={nameOfBackup}
      columns={COLUMNS}
      {...(allowed.size > 0 && { actions: actionsOf })}
    />
  )
}

type ActionItem = {
  action: BackupAction
  item: Pick<RecordAction, 'label' | 'variant'>
  needsComplete: boolean
}

const ACTIONS: readonly ActionItem[] = [
  { action: 'look', item: { label: 'Look at the data' }, needsComplete: true },
  { action: 'restore', item: { label: 'Restore this project' }, needsComplete: true },
  { action: 'clone', item: { label: 'Restore into a new project' }, needsComplete: true },
  { action: 'verify', item: { label: 'Verify' }, needsComplete: true },
  {
    action: 'delete',
    item: { label: 'Delete backup', variant: 'danger' },
    needsComplete: false,
  },
]

const COLUMNS: readonly RecordColumn<Backup>[] = [
  {
    header: 'Backup',
    isRowHeader: true,
    cell: (backup) => (
      <div className="min-w-0">
        <div className="truncate font-medium" title={nameOfBackup(backup)}>
          {nameOfBackup(backup)}
        </div>
        <div className="text-xs text-muted">
          <Time date={backup.completed_at ?? backup.started_at} />
        </div>
      </div>
    ),
  },
  {
    header: 'Status',
    className: 'w-28 sm:w-36',
    cell: ({ status, failure }) => (
      <span className="flex items-center gap-2" title={failure ?? undefined}>
        <StatusDot tone={STATUSES[status].tone} />
        <span className="truncate">{STATUSES[status].label}</span>
      </span>
    ),
  },
  {
    header: 'Size',
    className: 'hidden w-24 sm:table-cell',
    align: 'right',
    textClassName: 'tabular-nums',
    cell: ({ status, size_bytes }) => (status === 'complete' ? formatBytes(size_bytes) : '–'),
  },
  {
    header: 'Verification',
    className: 'hidden lg:table-cell',
    cell: (backup) => <BackupCheck backup={backup} />,
  },
]

function BackupCheck({ backup: { failure, status, verification } }: { backup: Backup }) {
  if (failure !== null)
    return (
      <span className="text-danger-text" title={failure}>
        {failure}
      </span>
    )
  if (status !== 'complete') return '–'
  if (!verification) return <span className="text-muted">Not verified yet</span>
  const { at, is_sound: isSound, message } = verification
  return (
    <span className="flex min-w-0 items-center gap-2" title={message}>
      <StatusDot tone={isSound ? 'success' : 'danger'} />
      <span className="truncate">{isSound ? 'Restores without errors' : message}</span>
      <Time date={at} className="whitespace-nowrap text-muted" />
    </span>
  )
}
