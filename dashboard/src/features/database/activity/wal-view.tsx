import type { ReplicationSlot } from '@stoa/contract/services/meta/activity'
import { Fragment } from 'react'
import { QueryError } from '../../../components/query-error.tsx'
import { useWal } from '../../../data/resources/database-activity.ts'
import { formatBytes } from '../../../lib/quantities.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ObjectTable, type ListColumn } from '../list/object-list.tsx'
import type { ViewProps } from './activity-search.ts'

/** The size of the database and of its write-ahead log, and the slots that keep it. */
export function WalView({ projectRef }: ViewProps) {
  const { data, error, refetch } = useWal(projectRef)
  if (error && !data)
    return (
      <QueryError error={error} title="Could not load the sizes" onRetry={() => void refetch()} />
    )
  if (!data) return <Skeleton className="h-64" />
  const facts = [
    ['Database', formatBytes(data.database_bytes)],
    ['Write-ahead log', formatBytes(data.wal_bytes)],
    ['Checkpoint after', formatBytes(data.max_wal_bytes)],
    ['WAL level', data.wal_level],
  ] as const
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <dl className="grid w-fit grid-cols-[auto_auto] gap-x-6 gap-y-1.5">
        {facts.map(([term, text]) => (
          <Fragment key={term}>
            <dt className="text-muted">{term}</dt>
            <dd className="tabular-nums">{text}</dd>
          </Fragment>
        ))}
      </dl>
      <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <h2 className="text-sm font-medium">Replication slots</h2>
        {data.slots.length === 0 ? (
          <p className="text-xs text-muted">
            No replication slots. A slot keeps the write-ahead log until its consumer has read it.
          </p>
        ) : (
          <ObjectTable
            label="Replication slots"
            items={data.slots.map((slot, id) => ({ ...slot, id, locked_by: null }))}
            columns={COLUMNS}
            detail={({ plugin }) => plugin ?? 'physical'}
          />
        )}
      </section>
    </div>
  )
}

const COLUMNS: readonly ListColumn<ReplicationSlot>[] = [
  {
    header: 'Status',
    className: 'w-24',
    cell: ({ is_active }) => (
      <Badge variant={is_active ? 'success' : 'neutral'}>{is_active ? 'Active' : 'Inactive'}</Badge>
    ),
  },
  {
    header: 'Kept log',
    align: 'right',
    className: 'w-24',
    textClassName: 'tabular-nums',
    cell: ({ retained_bytes }) => (retained_bytes === null ? '' : formatBytes(retained_bytes)),
  },
  {
    header: 'WAL status',
    className: 'hidden w-32 sm:table-cell',
    cell: ({ wal_status }) => wal_status ?? 'Unknown',
  },
]
