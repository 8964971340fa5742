import { Link } from '@tanstack/react-router'
import { RecordTable, type RecordColumn } from '../../components/list/record-table.tsx'
import type { LogRange } from '../../data/resources/services/logs/scope.ts'
import { formatUnit, type Unit } from '../../lib/units.ts'
import { Change } from '../../ui/chart/change.tsx'
import { StatusDot } from '../../ui/display/status-dot.tsx'
import { searchOf } from './chart-grid.tsx'
import type { HealthRow } from './overview-charts.ts'

type HealthTableProps = { projectRef: string; rows: readonly HealthRow[]; range: LogRange }

/** Each service with its requests, errors and response times, and their change. */
export const HealthTable = ({ projectRef, rows, range }: HealthTableProps) => (
  <RecordTable
    label="Services"
    items={rows}
    nameOf={({ title }) => title}
    columns={columnsOf(projectRef, range)}
  />
)

const columnsOf = (projectRef: string, range: LogRange): readonly RecordColumn<HealthRow>[] => [
  {
    header: 'Service',
    className: 'w-34 sm:w-auto',
    isRowHeader: true,
    cell: (row) => (
      <span className="flex min-w-0 items-center gap-2">
        <StatusDot tone={toneOf(row)} />
        <Link
          to="/project/$ref/reports/$id"
          params={{ ref: projectRef, id: row.id }}
          search={searchOf(range)}
          className="truncate hover:underline"
        >
          {row.title}
        </Link>
      </span>
    ),
  },
  {
    ...NUMBER,
    header: 'Requests',
    cell: (row) => <Figure row={row} name="requests" unit="count" />,
  },
  {
    ...NUMBER,
    header: '5xx',
    cell: (row) => <Figure row={row} name="serverErrors" unit="percent" isBad />,
  },
  {
    ...NUMBER,
    header: '4xx',
    className: 'hidden md:table-cell',
    cell: (row) => <Figure row={row} name="clientErrors" unit="percent" isBad />,
  },
  {
    ...NUMBER,
    header: '95th percentile',
    className: 'hidden sm:table-cell',
    cell: (row) => <Figure row={row} name="p95" unit="milliseconds" isBad />,
  },
]

const NUMBER = { align: 'right', textClassName: 'tabular-nums' } as const

function toneOf({ now }: HealthRow) {
  if (!now.requests) return 'neutral'
  if ((now.serverErrors ?? 0) >= 5) return 'danger'
  return (now.serverErrors ?? 0) > 0 ? 'warning' : 'success'
}

type FigureProps = {
  row: HealthRow
  name: keyof HealthRow['now']
  unit: Unit
  /** Whether more is worse. */
  isBad?: boolean
}

function Figure({ row, name, unit, isBad = false }: FigureProps) {
  const value = row.now[name]
  return (
    <span className="inline-flex flex-wrap justify-end gap-x-2">
      {value === null ? <span className="text-muted">–</span> : formatUnit(value, unit)}
      <Change before={row.before[name]} now={value} isBad={isBad} />
    </span>
  )
}
