import { NameButton, RecordTable, type RecordColumn } from '../../components/list/record-table.tsx'
import { formatCount } from '../../lib/quantities.ts'
import type { ListedQuery, QueryOrder, QuerySort } from './listed-queries.ts'
import { formatMilliseconds, formatPercent, SOURCES } from './words.ts'

type QueryTableProps = {
  queries: readonly ListedQuery[]
  /** The query in the panel. */
  shownId: string | undefined
  order: QueryOrder
  onOrder: (order: QueryOrder) => void
  onOpen: (query: ListedQuery) => void
}

export const QueryTable = ({ queries, shownId, order, onOrder, onOpen }: QueryTableProps) => (
  <RecordTable
    label="Queries"
    items={queries}
    nameOf={({ statement }) => oneLine(statement)}
    columns={[queryColumn(onOpen), ...COLUMNS]}
    shownId={shownId}
    order={order}
    onOrder={onOrder}
  />
)

/** A statement in one line, for a cell and for the names of its buttons. */
const oneLine = (statement: string): string => statement.replaceAll(/\s+/g, ' ').trim()

const queryColumn = (
  onOpen: (query: ListedQuery) => void,
): RecordColumn<ListedQuery, QuerySort> => ({
  header: 'Query',
  isRowHeader: true,
  cell: (query) => (
    <>
      <NameButton coversRow className="font-mono text-xs font-normal" onClick={() => onOpen(query)}>
        {oneLine(query.statement)}
      </NameButton>
      <div className="truncate text-xs font-normal text-muted lg:hidden">
        {query.role}, {SOURCES[query.source]}
      </div>
    </>
  ),
})

const number = (
  header: string,
  sort: QuerySort,
  { cell, className }: { cell: (query: ListedQuery) => string; className: string },
): RecordColumn<ListedQuery, QuerySort> => ({
  header,
  sort,
  firstOrder: 'desc',
  align: 'right',
  className,
  textClassName: 'tabular-nums',
  cell,
})

const COLUMNS: readonly RecordColumn<ListedQuery, QuerySort>[] = [
  {
    header: 'Role',
    className: 'hidden w-40 lg:table-cell',
    textClassName: 'truncate',
    title: ({ role, source }) => `${role}, ${SOURCES[source]}`,
    cell: ({ role, source }) => (
      <>
        <span className="font-mono text-xs">{role}</span>
        <div className="truncate text-xs text-muted">{SOURCES[source]}</div>
      </>
    ),
  },
  number('Calls', 'calls', {
    cell: ({ calls }) => formatCount(calls),
    className: 'hidden w-20 sm:table-cell',
  }),
  number('Total', 'total_ms', {
    cell: ({ total_ms: ms }) => formatMilliseconds(ms),
    className: 'w-24',
  }),
  {
    header: 'Share',
    align: 'right',
    className: 'hidden w-20 md:table-cell',
    textClassName: 'tabular-nums',
    cell: ({ share }) => formatPercent(share),
  },
  number('Mean', 'mean_ms', {
    cell: ({ mean_ms: ms }) => formatMilliseconds(ms),
    className: 'hidden w-24 sm:table-cell',
  }),
  number('Min', 'min_ms', {
    cell: ({ min_ms: ms }) => formatMilliseconds(ms),
    className: 'hidden w-24 2xl:table-cell',
  }),
  number('Max', 'max_ms', {
    cell: ({ max_ms: ms }) => formatMilliseconds(ms),
    className: 'hidden w-24 xl:table-cell',
  }),
  number('Rows', 'rows', {
    cell: ({ rows }) => formatCount(rows),
    className: 'hidden w-24 2xl:table-cell',
  }),
  number('Cache hits', 'cache_hit_percent', {
    cell: ({ cache_hit_percent: percent }) => (percent === null ? '–' : formatPercent(percent)),
    className: 'hidden w-28 2xl:table-cell',
  }),
]
