import type { DatabaseLock } from '@stoa/contract/services/meta/activity'
import { RouteSearchField } from '../../../components/list/search-field.tsx'
import { QueryList } from '../../../components/list/query-list.tsx'
import { useActivity } from '../../../data/resources/services/meta/activity.ts'
import { formatSeconds } from '../../../lib/durations.ts'
import { Badge } from '../../../ui/display/badge.tsx'
import { ObjectTable, type ListColumn } from '../list/object-list.tsx'
import type { ViewProps } from './activity-search.ts'

/** The locks of all sessions, waiting ones first. */
export function LocksView({ projectRef, search, onSearch }: ViewProps) {
  const activity = useActivity(projectRef)
  const { search: text = '' } = search
  const part = text.trim().toLowerCase()
  // A session can have the same lock only once, so the position in the list is a stable id.
  const locks = activity.data?.locks.map((lock, id) => ({
    ...lock,
    id,
    name: lock.relation ?? lock.kind,
    locked_by: null,
  }))
  return (
    <QueryList
      label="locks"
      query={{ ...activity, data: locks }}
      found={locks?.filter(({ pid, relation, mode, kind }) =>
        [pid, relation, mode, kind].join(' ').toLowerCase().includes(part),
      )}
      isSearched={part !== ''}
      toolbar={
        <RouteSearchField
          label="Search locks"
          value={text}
          onValueChange={(next) => onSearch({ ...search, search: next })}
        />
      }
      noResults={`No lock contains “${text}”.`}
      empty={{
        title: 'No locks',
        description: 'Transactions lock the tables that they use until they end.',
      }}
    >
      {(items) => (
        <ObjectTable
          label="Locks"
          nameHeader="Object"
          items={items}
          columns={COLUMNS}
          detail={({ mode }) => mode}
        />
      )}
    </QueryList>
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
