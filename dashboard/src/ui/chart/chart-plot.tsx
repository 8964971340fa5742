import { useId, useMemo } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { axisTimes, linearAxis, logarithmicAxis } from './axis.ts'
import { highestOf, lowestOf, type Chart } from './chart.ts'
import { HEIGHT, placeOf, PlotMarks, WIDTH } from './plot-marks.tsx'
import { usePlotPointer, type PointRange } from './use-plot-pointer.ts'

type ChartPlotProps = {
  chart: Chart
  /** The highest value of the charts on the same scale. */
  highest: number
  times: readonly number[]
  formatTime: (time: number) => string
  cursor: number | undefined
  onCursorChange: (index: number | undefined) => void
  /** Points of time with a dashed line, such as that of a change. */
  marks?: readonly number[] | undefined
  /** With it, a drag over the plot selects points, and so do Shift, the arrow keys and Enter. */
  onZoom?: ((range: PointRange) => void) | undefined
  /** Height of the plot; 24 units by default. */
  className?: string
}

/** Thin lines with an axis for the values and one for the time. */
export function ChartPlot(props: ChartPlotProps) {
  const { chart, highest, times, formatTime, cursor, onCursorChange, onZoom } = props
  const title = useId()
  const count = times.length
  const isBar = chart.shape === 'bar'
  const axis = useMemo(() => axisOf(chart, highest), [chart, highest])
  const { selected, surface } = usePlotPointer({ count, isBar, cursor, onCursorChange, onZoom })
  const x = (index: number) => placeOf(index, { count, isBar })
  const image = (
    <svg
      data-slot="chart"
      role="img"
      aria-labelledby={title}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={classNames('w-full overflow-visible', props.className ?? 'h-24')}
    >
      <title
        id={title}
      >{`${chart.label}: ${chart.total}, at most ${chart.format(highestOf(chart))}`}</title>
      <rect width={WIDTH} height={HEIGHT} className="fill-transparent" />
      {selected && (
        <rect
          x={x(selected.first)}
          width={x(selected.last) - x(selected.first)}
          height={HEIGHT}
          className="fill-accent-soft"
        />
      )}
      {[0, HEIGHT / 2, HEIGHT].map((at) => (
        <PlotLine key={at} x={[0, WIDTH]} y={[at, at]} className="stroke-line" />
      ))}
      {props.marks?.map((index) => (
        <g key={`mark ${index}`} data-slot="chart-mark" strokeDasharray="4 3">
          <PlotLine x={[x(index), x(index)]} y={[0, HEIGHT]} className="stroke-muted" />
        </g>
      ))}
      {cursor !== undefined && (
        <PlotLine x={[x(cursor), x(cursor)]} y={[0, HEIGHT]} className="stroke-line-strong" />
      )}
      <PlotMarks chart={chart} axis={axis} count={count} />
    </svg>
  )
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-xs text-muted tabular-nums">
      <div aria-hidden className="-my-2 flex min-w-10 flex-col justify-between text-right">
        {axis.ticks.toReversed().map((value) => (
          <span key={value} className="leading-4 whitespace-nowrap">
            {chart.format(value)}
          </span>
        ))}
      </div>
      {onZoom ? (
        <div
          role="slider"
          tabIndex={0}
          aria-label={`Time of ${chart.label}`}
          aria-valuemin={0}
          aria-valuemax={Math.max(0, count - 1)}
          aria-valuenow={cursor ?? 0}
          aria-valuetext={describe(props, selected)}
          className="cursor-crosshair touch-pan-y rounded-sm outline-none focus-visible:ring-2 focus-visible:ring-focus"
          {...surface}
        >
          {image}
        </div>
      ) : (
        <div {...surface}>{image}</div>
      )}
      <div aria-hidden className="col-start-2 mt-1 flex justify-between">
        {axisTimes(count).map((index) => (
          <span key={index} className="whitespace-nowrap">
            {formatTime(times[index] ?? 0)}
          </span>
        ))}
      </div>
    </div>
  )
}

type PlotLineProps = {
  x: readonly [number, number]
  y: readonly [number, number]
  className: string
}

const PlotLine = ({ x, y, className }: PlotLineProps) => (
  <line
    x1={x[0]}
    x2={x[1]}
    y1={y[0]}
    y2={y[1]}
    vectorEffect="non-scaling-stroke"
    className={className}
  />
)

/** The selected times, or the values at the cursor, in words. */
function describe(
  { chart, times, formatTime, cursor }: ChartPlotProps,
  selected: PointRange | undefined,
): string {
  const at = (index: number) => formatTime(times[index] ?? 0)
  if (selected) return `${at(selected.first)} to ${at(selected.last)}`
  if (cursor === undefined) return chart.total
  const values = chart.series.map(({ name, values: all }) => {
    const value = all[cursor] ?? null
    return `${name} ${value === null ? 'not measured' : chart.format(value)}`
  })
  return `${at(cursor)}: ${values.join(', ')}`
}

function axisOf(chart: Chart, highest: number) {
  if (chart.isLogarithmic)
    return logarithmicAxis(
      chart.series.flatMap(({ values }) => values.filter((value) => value !== null)),
    )
  return linearAxis(
    { lowest: lowestOf(chart), highest },
    { isCount: chart.isCount ?? false, isBytes: chart.isBytes ?? false },
  )
}
