import type { ReplicationSlot } from '@stoa/contract/services/meta/activity'
import { QueryList } from '../../../components/list/query-list.tsx'
import { useWal } from '../../../data/resources/services/meta/activity.ts'
import { formatBytes } from '../../../lib/quantities.ts'
import { Badge } from '../../../ui/display/badge.tsx'
import { DatabasePage } from '../database-page.tsx'
import { ObjectTable, type ListColumn } from '../list/object-list.tsx'
import { PageSearch, searchStates, withName, type SearchPageProps } from '../list/page-search.tsx'

/** The replication slots of the database, polled every ten seconds. */
export function ReplicationSlotsPage({ projectRef, search, onSearch }: SearchPageProps) {
  const wal = useWal(projectRef)
  const slots = wal.data?.slots.map((slot, id) => ({ ...slot, id, locked_by: null }))
  return (
    <DatabasePage
      projectRef={projectRef}
      title="Replication slots"
      description="A slot keeps the write-ahead log until its consumer has read it, up to 1 GB. Only the platform can create slots, because that right would also allow running code on the server."
    >
      {() => (
        <QueryList
          label="replication slots"
          query={{ ...wal, data: slots }}
          found={slots && withName(slots, search)}
          toolbar={<PageSearch label="replication slots" search={search} onSearch={onSearch} />}
          empty={{
            title: 'No replication slots',
            description:
              'Realtime creates one while clients are subscribed to changes of the database.',
          }}
          {...searchStates(search)}
        >
          {(items) => (
            <ObjectTable
              label="Replication slots"
              items={items}
              columns={COLUMNS}
              detail={({ plugin }) => plugin ?? 'physical'}
            />
          )}
        </QueryList>
      )}
    </DatabasePage>
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
