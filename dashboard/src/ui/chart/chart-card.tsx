import { ChartLine, Table2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { IconButton } from '../buttons/icon-button.tsx'
import { hasData, highestOf, isMeasured, type Chart } from './chart.ts'
import { pointNear, useChartCursor } from './chart-group.tsx'
import { ChartPlot } from './chart-plot.tsx'
import { ChartTable } from './chart-table.tsx'
import { ChartValues } from './chart-values.tsx'

type ChartCardProps = {
  chart: Chart
  /** The highest value of the charts on the same scale; that of the chart by default. */
  highest?: number
  times: readonly number[]
  formatTime: (time: number) => string
  formatExact: (time: number) => string
  /** Called with the first and the last selected time. */
  onZoom?: ((from: number, to: number) => void) | undefined
  /** Replaces the chart when nothing was measured. */
  unmeasured: ReactNode
}

/** One chart of a group, with its values as a table. */
export function ChartCard(props: ChartCardProps) {
  const { chart, times, formatTime, formatExact, onZoom, unmeasured } = props
  const { time, setTime } = useChartCursor()
  const [isTable, setIsTable] = useState(false)
  const cursor = pointNear(times, time)
  const isShown = hasData(chart)
  return (
    <figure
      data-slot="chart-card"
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-3"
    >
      <figcaption className="flex items-start justify-between gap-2">
        <div className="min-w-0 flex-1">
          <p className="truncate font-medium">{chart.label}</p>
          {chart.description && <p className="truncate text-xs text-muted">{chart.description}</p>}
        </div>
        {isShown && (
          <div className="flex shrink-0 items-center gap-0.5">
            <IconButton
              label={`${isTable ? 'Chart' : 'Table'} of ${chart.label}`}
              aria-pressed={isTable}
              onClick={() => setIsTable(!isTable)}
            >
              {isTable ? <ChartLine /> : <Table2 />}
            </IconButton>
          </div>
        )}
      </figcaption>
      {!isShown && (
        <div className="grid h-32 place-items-center rounded-md border border-dashed px-4 text-center text-xs text-balance text-muted">
          {isMeasured(chart) ? 'Zero during this time.' : unmeasured}
        </div>
      )}
      {isShown && !isTable && (
        <>
          {/* Its height does not depend on the pointer, so that the plot does not move. */}
          <div
            className={classNames(
              'flex items-start justify-between gap-3 leading-5',
              chart.series.length > 2 ? 'min-h-10 sm:min-h-5' : 'min-h-5',
            )}
          >
            <p className="shrink-0 text-xs leading-5 text-muted tabular-nums">
              {cursor !== undefined && formatTime(times[cursor] ?? 0)}
            </p>
            <ChartValues chart={chart} cursor={cursor} />
          </div>
          <ChartPlot
            {...{ chart, times, formatTime, cursor }}
            highest={props.highest ?? highestOf(chart)}
            onCursorChange={(index) => setTime(index === undefined ? undefined : times[index])}
            onZoom={onZoom && (({ first, last }) => onZoom(times[first] ?? 0, times[last] ?? 0))}
          />
        </>
      )}
      {isShown && isTable && (
        <div
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
          tabIndex={0}
          role="region"
          aria-label={`Values of ${chart.label}`}
          className="max-h-64 overflow-auto"
        >
          <ChartTable
            label={chart.label}
            charts={[chart]}
            {...{ times, formatTime, formatExact }}
          />
        </div>
      )}
    </figure>
  )
}
