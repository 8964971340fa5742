import { formatExact, formatHour, formatMinute } from '../../../lib/dates.ts'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '../../../ui/display/table.tsx'
import { METRICS } from './metrics.ts'
import type { Point } from './points.ts'

const ALL = METRICS.flatMap(({ metrics }) => metrics)

/** The numbers of the chart, newest first. Times without any events are left out. */
export function MetricTable({
  points,
  period,
}: {
  points: readonly Point[]
  period: 'hour' | 'day'
}) {
  const rows = points
    .filter((point) => ALL.some(({ valueOf }) => valueOf(point) > 0))
    .toSorted((a, b) => b.from - a.from)
  const formatTime = period === 'hour' ? formatMinute : formatHour
  if (rows.length === 0) {
    return (
      <p className="text-muted">
        {period === 'hour'
          ? 'No activity in the last hour. Numbers appear here with the first client.'
          : 'No activity in the last 24 hours. Numbers appear here with the first client.'}
      </p>
    )
  }
  return (
    <Table aria-label="Realtime metrics">
      <TableHead>
        <TableRow>
          <TableHeader>{period === 'hour' ? 'Minute' : 'Hour'}</TableHeader>
          {ALL.map(({ label }) => (
            <TableHeader key={label} align="right">
              {label}
            </TableHeader>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map((point) => (
          <TableRow key={point.from}>
            <TableCell className="whitespace-nowrap">
              <time dateTime={new Date(point.from).toISOString()} title={formatExact(point.from)}>
                {formatTime(point.from)}
              </time>
            </TableCell>
            {ALL.map(({ label, valueOf, format }) => (
              <TableCell key={label} align="right" className="tabular-nums">
                {format(valueOf(point))}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}
