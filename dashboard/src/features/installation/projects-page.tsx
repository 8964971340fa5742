import { Link } from '@tanstack/react-router'
import { QueryList } from '../../components/list/query-list.tsx'
import { RecordTable, type RecordColumn } from '../../components/list/record-table.tsx'
import { statusLabel } from '../../components/project-status.tsx'
import {
  useProjectMetrics,
  type ProjectMetrics,
} from '../../data/resources/platform/project-metrics.ts'
import { classNames } from '../../lib/class-names.ts'
import { formatCount } from '../../lib/quantities.ts'
import { formatUnit, type Unit } from '../../lib/units.ts'
import { OperatorPage } from './operator-page.tsx'
import { sorted, type MetricSort, type ProjectsSearch } from './project-order.ts'

type ProjectsPageProps = {
  search: ProjectsSearch
  onSearch: (search: ProjectsSearch) => void
}

/** The load of every project of the installation. */
export const ProjectsPage = (props: ProjectsPageProps) => (
  <OperatorPage
    title="Projects"
    description="The latest measurements of every project, and its requests in the last hour."
  >
    <ProjectList {...props} />
  </OperatorPage>
)

function ProjectList({ search, onSearch }: ProjectsPageProps) {
  const projects = useProjectMetrics()
  const order = { sort: search.sort ?? 'cpu_percent', order: search.order ?? 'desc' } as const
  return (
    <QueryList
      label="projects"
      query={projects}
      empty={{ title: 'No projects yet', description: 'Projects appear here with their load.' }}
    >
      {(items) => (
        <RecordTable
          label="Projects"
          items={sorted(items, order).map((project) => ({ ...project, id: project.ref }))}
          nameOf={({ name }) => name}
          columns={COLUMNS}
          order={order}
          onOrder={onSearch}
        />
      )}
    </QueryList>
  )
}

type Row = ProjectMetrics & { id: string }

const measured = (
  header: string,
  sort: Exclude<MetricSort, 'name'>,
  unit: Unit,
  className: string,
): RecordColumn<Row, MetricSort> => ({
  header,
  sort,
  firstOrder: 'desc',
  align: 'right',
  className,
  textClassName: 'tabular-nums',
  cell: (row) => {
    const value = row[sort]
    return value === null ? <span className="text-muted">–</span> : formatUnit(value, unit)
  },
})

const COLUMNS: readonly RecordColumn<Row, MetricSort>[] = [
  {
    header: 'Project',
    sort: 'name',
    isRowHeader: true,
    cell: (row) => (
      <div className="min-w-0">
        <Link
          to="/project/$ref"
          params={{ ref: row.ref }}
          className="block truncate hover:underline"
        >
          {row.name}
        </Link>
        <span className="block truncate text-xs font-normal text-muted">
          {row.organization_slug}
          {row.status !== 'ACTIVE_HEALTHY' && ` · ${statusLabel(row.status)}`}
          {row.status === 'ACTIVE_HEALTHY' && row.measured_at === null && ' · Not running'}
        </span>
      </div>
    ),
  },
  measured('CPU', 'cpu_percent', 'percent', 'w-20'),
  measured('Memory', 'memory_bytes', 'bytes', 'w-24'),
  measured('Disk', 'disk_bytes', 'bytes', 'hidden w-24 md:table-cell'),
  measured('Connections', 'connections', 'count', 'hidden w-28 lg:table-cell'),
  measured('Requests', 'requests', 'count', 'hidden w-24 sm:table-cell'),
  {
    ...measured('5xx', 'server_errors', 'count', 'hidden w-20 sm:table-cell'),
    cell: ({ server_errors: count }) => (
      <span className={classNames(count > 0 && 'text-danger-text')}>{formatCount(count)}</span>
    ),
  },
]
