import { Link } from '@tanstack/react-router'
import { QueryList } from '../../components/list/query-list.tsx'
import { RecordTable, type RecordColumn } from '../../components/list/record-table.tsx'
import { formatFilters } from '../../components/logs/format-filters.ts'
import type { LogRange } from '../../data/resources/services/logs/scope.ts'
import {
  SLOWEST_ROUTES,
  TOP_ERRORS,
  useRoutes,
  type RouteRow,
} from '../../data/resources/services/reports/routes.ts'
import { formatCount } from '../../lib/quantities.ts'
import { formatUnit } from '../../lib/units.ts'
import { searchOf } from './chart-grid.tsx'

type RouteTableProps = { projectRef: string; range: LogRange; kind: 'slowest' | 'errors' }

const TEXTS = {
  slowest: {
    title: 'Slowest routes',
    sql: SLOWEST_ROUTES,
    empty: 'Routes appear here with their 95th percentile once they are requested.',
  },
  errors: {
    title: 'Top errors',
    sql: TOP_ERRORS,
    empty: 'No request failed during this time.',
  },
} as const

/** Routes of the project's API, each with a link to its requests in the logs. */
export function RouteTable(props: RouteTableProps) {
  const { projectRef, range, kind } = props
  const routes = useRoutes(projectRef, { kind, range })
  const { title, sql, empty } = TEXTS[kind]
  return (
    <section aria-label={title} className="min-w-0">
      <div className="mb-2 flex items-baseline justify-between gap-3">
        <h2 className="font-semibold">{title}</h2>
        <Link
          to="/project/$ref/logs/explorer"
          params={{ ref: projectRef }}
          search={{ ...searchOf(range), q: sql }}
          className="text-xs text-accent-text hover:underline"
        >
          Explore as SQL
        </Link>
      </div>
      <QueryList
        label="routes"
        query={routes}
        empty={{ title: kind === 'errors' ? 'No errors' : 'No requests', description: empty }}
      >
        {(items) => (
          <RecordTable
            label={title}
            items={items}
            nameOf={({ path }) => path}
            columns={columnsOf(props)}
          />
        )}
      </QueryList>
    </section>
  )
}

function columnsOf({
  projectRef,
  range,
  kind,
}: RouteTableProps): readonly RecordColumn<RouteRow>[] {
  const route: RecordColumn<RouteRow> = {
    header: 'Route',
    isRowHeader: true,
    textClassName: 'truncate',
    title: ({ method, path }) => `${method} ${path}`,
    cell: (row) => (
      <Link
        to="/project/$ref/logs/$source"
        params={{ ref: projectRef, source: 'edge-logs' }}
        search={{ ...searchOf(range), filters: filtersOf(row) }}
        className="font-mono text-xs hover:underline"
      >
        <span className="text-muted">{row.method}</span> {row.path}
      </Link>
    ),
  }
  const requests: RecordColumn<RouteRow> = {
    ...NUMBER,
    header: 'Requests',
    cell: (row) => formatCount(row.requests),
  }
  if (kind === 'slowest')
    return [
      route,
      { ...requests, className: 'hidden w-24 sm:table-cell' },
      {
        ...NUMBER,
        header: '95th',
        cell: ({ p95Ms }) => (p95Ms === null ? '–' : formatUnit(p95Ms, 'milliseconds')),
      },
    ]
  return [
    route,
    { ...NUMBER, className: 'w-18', header: 'Status', cell: ({ status }) => status },
    requests,
  ]
}

const NUMBER = { align: 'right', className: 'w-24', textClassName: 'tabular-nums' } as const

const filtersOf = ({ method, path, status }: RouteRow): string =>
  formatFilters([
    { field: 'method', operator: '=', values: [method] },
    { field: 'path', operator: '=', values: [path] },
    ...(status === null
      ? []
      : [{ field: 'status', operator: '=' as const, values: [String(status)] }]),
  ])
