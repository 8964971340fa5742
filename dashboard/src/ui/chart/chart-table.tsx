import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '../display/table.tsx'
import type { Chart } from './chart.ts'

type ChartTableProps = {
  label: string
  charts: readonly Chart[]
  times: readonly number[]
  formatTime: (time: number) => string
  formatExact: (time: number) => string
}

/** The values of charts as a table, the newest first. Points of time without a value are left out. */
export function ChartTable({ label, charts, times, formatTime, formatExact }: ChartTableProps) {
  const columns = charts.flatMap((chart) =>
    chart.series.map((series) => ({
      name: chart.series.length > 1 ? `${chart.label}: ${series.name}` : chart.label,
      values: series.values,
      format: chart.format,
    })),
  )
  const rows = times
    .map((time, index) => ({ time, values: columns.map(({ values }) => values[index] ?? null) }))
    .filter(({ values }) => values.some((value) => value !== null && value !== 0))
    .toReversed()
  return (
    <div className="overflow-x-auto">
      <Table aria-label={label}>
        <TableHead>
          <TableRow>
            <TableHeader>Time</TableHeader>
            {columns.map(({ name }) => (
              <TableHeader key={name} align="right">
                {name}
              </TableHeader>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map(({ time, values }) => (
            <TableRow key={time}>
              <TableCell className="whitespace-nowrap">
                <time dateTime={new Date(time).toISOString()} title={formatExact(time)}>
                  {formatTime(time)}
                </time>
              </TableCell>
              {columns.map(({ name, format }, column) => (
                <TableCell key={name} align="right" className="tabular-nums">
                  {values[column] === null || values[column] === undefined
                    ? '–'
                    : format(values[column])}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  )
}
