import type { DatabaseLock } from '@stoa/contract/services/meta/activity'
import { QueryError } from '../../../components/query-error.tsx'
import { useActivity } from '../../../data/resources/database/activity.ts'
import { formatSeconds } from '../../../lib/durations.ts'
import { Badge } from '../../../ui/display/badge.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { ListSearchInput } from '../list/list-toolbar.tsx'
import { ObjectTable, type ListColumn } from '../list/object-list.tsx'
import type { ViewProps } from './activity-search.ts'

/** The locks of all sessions, waiting ones first. */
export function LocksView({ projectRef, search, onSearch }: ViewProps) {
  const { data, error, refetch } = useActivity(projectRef)
  if (error && !data)
    return (
      <QueryError error={error} title="Could not load the locks" onRetry={() => void refetch()} />
    )
  if (!data) return <Skeleton className="h-64" />
  const { search: text = '' } = search
  const wanted = text.trim().toLowerCase()
  const found = data.locks.filter(({ pid, relation, mode, kind }) =>
    [pid, relation, mode, kind].join(' ').toLowerCase().includes(wanted),
  )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <ListSearchInput
        label="Search locks"
        value={text}
        onValueChange={(next) => onSearch({ ...search, search: next })}
      />
      {error && <QueryError error={error} title="Could not update the locks" />}
      {found.length === 0 ? (
        <EmptyState
          title={wanted === '' ? 'No locks' : 'No results'}
          description={
            wanted === ''
              ? 'Transactions lock the tables that they use until they end.'
              : `No lock contains “${text}”.`
          }
        />
      ) : (
        <ObjectTable
          label="Locks"
          nameHeader="Object"
          // A session can have the same lock only once, so the position in the list is a stable
          // key.
          items={found.map((lock, index) => ({
            ...lock,
            id: index,
            name: lock.relation ?? lock.kind,
            locked_by: null,
          }))}
          columns={COLUMNS}
          detail={({ mode }) => mode}
        />
      )}
    </div>
  )
}

const COLUMNS: readonly ListColumn<DatabaseLock>[] = [
  {
    header: 'Session',
    align: 'right',
    className: 'w-20',
    textClassName: 'font-mono',
    cell: ({ pid }) => pid,
  },
  {
    header: 'Status',
    className: 'w-32 sm:w-48',
    cell: ({ is_granted, waiting_seconds }) =>
      is_granted ? (
        <span className="text-muted">Granted</span>
      ) : (
        <Badge variant="warning">
          Waiting{waiting_seconds === null ? '' : ` ${formatSeconds(waiting_seconds)}`}
        </Badge>
      ),
  },
]
