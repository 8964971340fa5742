import type { EventTrigger } from '@stoa/contract/services/meta/objects'
import { QueryError } from '../../../components/query-error.tsx'
import { useEventTriggers } from '../../../data/resources/database-objects.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ObjectTable, type ListColumn } from '../list/object-list.tsx'
import { TriggerStatus } from './trigger-status.tsx'

/** The triggers on changes of definitions, which the owner of a database can only see. */
export function EventTriggers({ projectRef }: { projectRef: string }) {
  const { data, error, refetch } = useEventTriggers(projectRef)
  return (
    <section className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-3">
      <header>
        <h2 className="font-semibold">Event triggers</h2>
        <p className="mt-0.5 text-muted">
          Functions that run when definitions change. Postgres lets only a superuser create or
          change them.
        </p>
      </header>
      {error && !data && (
        <QueryError
          error={error}
          title="Could not load the event triggers"
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <Skeleton className="h-24" />}
      {data?.length === 0 && <p className="text-muted">There are none.</p>}
      {data && data.length > 0 && (
        <ObjectTable
          label="Event triggers"
          items={data}
          columns={COLUMNS}
          detail={({ tags }) => (tags.length === 0 ? 'all commands' : tags.join(', '))}
        />
      )}
    </section>
  )
}

const COLUMNS: readonly ListColumn<EventTrigger>[] = [
  {
    header: 'Status',
    className: 'w-24',
    cell: ({ enabled }) => <TriggerStatus enabled={enabled} />,
  },
  { header: 'Event', className: 'hidden w-52 sm:table-cell', cell: ({ event }) => event },
  {
    header: 'Function',
    className: 'hidden md:table-cell',
    textClassName: 'truncate font-mono',
    cell: ({ function_schema, function_name }) => `${function_schema}.${function_name}`,
  },
]
