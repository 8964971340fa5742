import type { QueryStatisticsList } from '@stoa/contract/services/query-performance/query-performance'
import type { UseQueryResult } from '@tanstack/react-query'
import { QueryList as List } from '../../components/list/query-list.tsx'
import { useRecordPanel } from '../../components/list/use-record-panel.ts'
import { Time } from '../../components/time.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { filterQueries, sortQueries, withShares } from './listed-queries.ts'
import { QueriesToolbar } from './queries-toolbar.tsx'
import { QuerySheet } from './query-sheet.tsx'
import { QueryTable } from './query-table.tsx'
import type { spanOf } from './spans.ts'
import { useQueriesView } from './use-queries-view.ts'

type QueryListProps = {
  projectRef: string
  statistics: UseQueryResult<QueryStatisticsList>
  span: ReturnType<typeof spanOf>
  onSpan: (span: string) => void
}

/** The queries of a span, by the order and the filters in the URL. */
export function QueryList({ projectRef, statistics, span, onSpan }: QueryListProps) {
  const view = useQueriesView()
  const { data } = statistics
  const queries = data && withShares(data.queries)
  const { panel, open, close } = useRecordPanel({ kinds: ['query'], items: queries })
  if (data && !data.is_available)
    return (
      <EmptyState
        title="No statistics of queries"
        description="This Postgres doesn’t have the extension pg_stat_statements. Ask the operator of the installation for one that has it."
      />
    )
  return (
    <>
      <List
        label="queries"
        query={{ ...statistics, data: queries }}
        isSearched={view.isFiltered || span.value !== '24h'}
        found={queries && sortQueries(filterQueries(queries, view.filter), view.order)}
        toolbar={
          <QueriesToolbar
            {...{ view, span, onSpan }}
            roles={[...new Set(queries?.map(({ role }) => role))].toSorted()}
            retentionDays={data?.retention_days ?? 1}
          />
        }
        empty={{
          title: 'No queries in the last 24 hours',
          description: 'Queries appear here seconds after they ran.',
        }}
        noResults="No query of this span matches. Select another span, or clear the filters."
      >
        {(found) => (
          <QueryTable
            queries={found}
            shownId={panel?.item.id}
            order={view.order}
            onOrder={view.setOrder}
            onOpen={(query) => open('query', query)}
          />
        )}
      </List>
      {data && <Footnote data={data} />}
      {panel && (
        <QuerySheet
          key={panel.item.id}
          projectRef={projectRef}
          query={panel.item}
          span={span}
          retentionDays={data?.retention_days ?? 1}
          onSpan={onSpan}
          onClose={close}
        />
      )}
    </>
  )
}

const Footnote = ({
  data: { read_at: readAt, reset_at: resetAt, retention_days: days },
}: {
  data: QueryStatisticsList
}) => (
  <p className="text-xs text-muted">
    {readAt !== null && (
      <>
        Updated <Time date={readAt} />.{' '}
      </>
    )}
    {resetAt !== null && (
      <>
        Reset <Time date={resetAt} />.{' '}
      </>
    )}
    Kept for {days} days. Shares are of the time of all queries, including the platform’s.
  </p>
)
