import { useState } from 'react'
import { formatHour, formatMinute } from '../../../lib/dates.ts'
import { Sparkline } from '../../../ui/display/sparkline.tsx'
import { METRICS, type Metric } from './metrics.ts'
import type { Point } from './points.ts'

type MetricLinesProps = {
  points: readonly Point[]
  now: { clients: number; channels: number }
  period: 'hour' | 'day'
}

/**
 * A line for each metric, with a shared cursor. Without the cursor, the numbers cover the whole
 * period.
 */
export function MetricLines({ points, now, period }: MetricLinesProps) {
  const [cursor, setCursor] = useState<number>()
  const at = cursor === undefined ? undefined : points[cursor]
  const [formatTime, step] =
    period === 'hour'
      ? ([formatMinute, 'Per minute'] as const)
      : ([formatHour, 'Per hour'] as const)
  return (
    <table className="w-full table-fixed border-collapse text-left text-xs">
      <thead className="text-muted [&_th]:h-7 [&_th]:font-normal">
        <tr>
          <th scope="col" className="w-28 sm:w-72">
            <span className="sr-only">Metric</span>
          </th>
          <th scope="col" className="truncate">
            {at ? formatTime(at.from) : step}
          </th>
          <th scope="col" className="w-20 text-right sm:w-24">
            {at ? 'At this time' : 'Now or total'}
          </th>
        </tr>
      </thead>
      {METRICS.map(({ title, metrics }) => (
        <tbody key={title} className="border-t">
          <tr>
            <th scope="rowgroup" colSpan={3} className="h-9 pt-2 text-base font-semibold">
              {title}
            </th>
          </tr>
          {metrics.map((metric) => (
            <MetricLine
              key={metric.label}
              metric={metric}
              points={points}
              shown={at ? metric.valueOf(at) : metric.sumOf(points, now)}
              cursor={cursor}
              onCursorChange={setCursor}
            />
          ))}
        </tbody>
      ))}
    </table>
  )
}

type MetricLineProps = {
  metric: Metric
  points: readonly Point[]
  shown: number
  cursor: number | undefined
  onCursorChange: (cursor: number | undefined) => void
}

function MetricLine({ metric, points, shown, cursor, onCursorChange }: MetricLineProps) {
  const { label, description, tone, format } = metric
  const values = points.map(metric.valueOf)
  const isProblem = tone === 'danger' && shown > 0
  return (
    <tr>
      <th scope="row" className="h-11 pr-3 text-left font-normal">
        <div className="truncate text-base">{label}</div>
        <div className="hidden truncate text-muted sm:block">{description}</div>
      </th>
      <td className="py-1">
        <Sparkline
          label={`${label} over time: ${format(shown)}`}
          cursor={cursor}
          onCursorChange={onCursorChange}
          lines={[{ tone: values.some((value) => value > 0) ? tone : 'accent', values }]}
        />
      </td>
      <td
        className={
          isProblem
            ? 'text-right text-base text-danger-text tabular-nums'
            : 'text-right text-base tabular-nums'
        }
      >
        {format(shown)}
      </td>
    </tr>
  )
}
