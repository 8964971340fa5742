import { axisTime, formatExact } from '../../../lib/dates.ts'
import type { Measured } from '../../../data/resources/services/reports/series.ts'
import { Change } from '../../../ui/chart/change.tsx'
import { pointNear, useChartCursor } from '../../../ui/chart/chart-group.tsx'
import { ChartPlot } from '../../../ui/chart/chart-plot.tsx'
import { ChartTable } from '../../../ui/chart/chart-table.tsx'
import { ChartValues } from '../../../ui/chart/chart-values.tsx'
import { hasData, highestOf, isMeasured } from '../../../ui/chart/chart.ts'
import { plotHeight } from './block-heights.ts'
import type { MetricFigures } from './metric-chart.ts'

type MetricViewProps = {
  figures: MetricFigures
  measured: Measured
  view: 'line' | 'bar' | 'number'
  rows: number
  isTable: boolean
  onZoom: (from: number, to: number) => void
}

/** The values of one metric, with their change against the period before. */
export function MetricView({ figures, measured, view, rows, isTable, onZoom }: MetricViewProps) {
  const { chart, now, before, isBad, unmeasured } = figures
  const { times, stepMs } = measured
  const { time, setTime } = useChartCursor()
  const formatTime = (at: number) => axisTime(at, stepMs * times.length)
  const change = <Change before={before} now={now} isBad={isBad} />
  if (view === 'number' && !isTable)
    return (
      <p className="flex flex-wrap items-baseline gap-x-2 px-3 text-2xl font-semibold tabular-nums">
        {now === null ? <span className="text-muted">–</span> : chart.total}
        {change}
        {now === null && <span className="text-xs font-normal text-muted">{unmeasured}</span>}
      </p>
    )
  if (!hasData(chart))
    return (
      <p className="grid flex-1 place-items-center px-4 text-center text-xs text-balance text-muted">
        {isMeasured(chart) ? 'Zero during this time.' : unmeasured}
      </p>
    )
  if (isTable)
    return (
      <div
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
        tabIndex={0}
        role="region"
        aria-label={`Values of ${chart.label}`}
        className="min-h-0 flex-1 overflow-auto px-3"
      >
        <ChartTable label={chart.label} charts={[chart]} {...{ times, formatTime, formatExact }} />
      </div>
    )
  const cursor = pointNear(times, time)
  return (
    <div className="grid gap-3 px-3">
      <div className="flex min-h-5 items-start justify-between gap-3 leading-5">
        <p className="shrink-0 text-xs leading-5 text-muted tabular-nums">
          {cursor === undefined ? change : formatTime(times[cursor] ?? 0)}
        </p>
        <ChartValues chart={chart} cursor={cursor} />
      </div>
      <ChartPlot
        {...{ chart, times, formatTime, cursor }}
        highest={highestOf(chart)}
        onCursorChange={(index) => setTime(index === undefined ? undefined : times[index])}
        onZoom={({ first, last }) => onZoom(times[first] ?? 0, (times[last] ?? 0) + stepMs)}
        className={plotHeight(rows)}
      />
    </div>
  )
}
