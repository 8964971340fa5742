import type { ReplicationSlot } from '@stoa/contract/services/meta/activity'
import { QueryError } from '../../../components/query-error.tsx'
import { useWal } from '../../../data/resources/database/activity.ts'
import { formatBytes } from '../../../lib/quantities.ts'
import { Badge } from '../../../ui/display/badge.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { DatabasePage } from '../database-page.tsx'
import { ObjectTable, type ListColumn } from '../list/object-list.tsx'
import { NothingFound, PageSearch, withName, type SearchPageProps } from '../list/page-search.tsx'

/** The replication slots of the database, polled every ten seconds. */
export function ReplicationSlotsPage({ projectRef, search, onSearch }: SearchPageProps) {
  const { data, error, refetch } = useWal(projectRef)
  const found =
    data &&
    withName(
      data.slots.map((slot, id) => ({ ...slot, id, locked_by: null })),
      search,
    )
  return (
    <DatabasePage
      projectRef={projectRef}
      title="Replication slots"
      description="A slot keeps the write-ahead log until its consumer has read it, up to 1 GB. Only the platform can create slots, because that right would also allow running code on the server."
    >
      {() => (
        <>
          {data && data.slots.length > 0 && (
            <PageSearch label="replication slots" search={search} onSearch={onSearch} />
          )}
          {error && !data && (
            <QueryError
              error={error}
              title="Could not load the replication slots"
              onRetry={() => void refetch()}
            />
          )}
          {!data && !error && <Skeleton className="h-64" />}
          {data?.slots.length === 0 && (
            <EmptyState
              title="No replication slots"
              description="Realtime creates one while clients are subscribed to changes of the database."
            />
          )}
          {data && data.slots.length > 0 && found?.length === 0 && <NothingFound search={search} />}
          {found && found.length > 0 && (
            <ObjectTable
              label="Replication slots"
              items={found}
              columns={COLUMNS}
              detail={({ plugin }) => plugin ?? 'physical'}
            />
          )}
        </>
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
