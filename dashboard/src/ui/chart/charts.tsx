import { useState, type ReactNode } from 'react'
import { SegmentedControl } from '../buttons/segmented-control.tsx'
import { hasData, highestOf, type Chart } from './chart.ts'
import { ChartPlot } from './chart-plot.tsx'
import { ChartTable } from './chart-table.tsx'
import { ChartValues } from './chart-values.tsx'

type ChartsProps<Period extends string> = {
  /** The subject of the charts, such as `Requests`. */
  label: string
  charts: readonly Chart[]
  /** The points of time in milliseconds, oldest first. */
  times: readonly number[]
  formatTime: (time: number) => string
  formatExact: (time: number) => string
  periods: readonly { value: Period; label: string }[]
  period: Period
  onPeriodChange: (period: Period) => void
  /** Points of time with a dashed line in every chart. */
  marks?: readonly number[] | undefined
  /** Shown when nothing was measured in the period, in place of lines at zero. */
  empty: ReactNode
}

const VIEWS = [
  { value: 'chart', label: 'Chart' },
  { value: 'table', label: 'Table' },
] as const

/**
 * Charts over one period with a shared cursor, or their values as a table. Charts without data are
 * left out, so that no line lies at zero.
 */
export function Charts<Period extends string>(props: ChartsProps<Period>) {
  const { label, times, formatTime, formatExact, periods, period, onPeriodChange, empty } = props
  const [view, setView] = useState<(typeof VIEWS)[number]['value']>('chart')
  const [cursor, setCursor] = useState<number>()
  const charts = props.charts.filter(hasData)
  const highest = (chart: Chart) =>
    chart.scale === undefined
      ? highestOf(chart)
      : Math.max(...charts.filter(({ scale }) => scale === chart.scale).map(highestOf))
  const time = cursor === undefined ? undefined : times[cursor]
  return (
    <div data-slot="charts" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <SegmentedControl
          aria-label={`Period of ${label.toLowerCase()}`}
          value={period}
          options={periods}
          onValueChange={onPeriodChange}
        />
        {charts.length > 0 && (
          <>
            <p className="ml-auto min-w-20 text-right text-xs text-muted tabular-nums">
              {time !== undefined && view === 'chart' && formatTime(time)}
            </p>
            <SegmentedControl
              aria-label={`View of ${label.toLowerCase()}`}
              value={view}
              options={VIEWS}
              onValueChange={setView}
            />
          </>
        )}
      </div>
      {charts.length === 0 && empty}
      {charts.length > 0 && view === 'chart' && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-6 lg:grid-cols-2">
          {charts.map((chart) => (
            <figure key={chart.label} className="grid grid-cols-[minmax(0,1fr)] gap-3">
              <figcaption className="flex items-start justify-between gap-3">
                <div className="min-w-0">
                  <p className="truncate font-medium">{chart.label}</p>
                  {chart.description && (
                    <p className="truncate text-xs text-muted">{chart.description}</p>
                  )}
                </div>
                <ChartValues chart={chart} cursor={cursor} />
              </figcaption>
              <ChartPlot
                {...{ chart, times, formatTime, cursor }}
                marks={props.marks}
                highest={highest(chart)}
                onCursorChange={setCursor}
              />
            </figure>
          ))}
        </div>
      )}
      {charts.length > 0 && view === 'table' && (
        <ChartTable {...{ label, charts, times, formatTime, formatExact }} />
      )}
    </div>
  )
}
