import { useId } from 'react'
import { axisEnd, axisTimes } from './axis.ts'
import { highestOf, type Chart, type ChartSeries } from './chart.ts'

type ChartPlotProps = {
  chart: Chart
  /** The highest value of the charts on the same scale. */
  highest: number
  times: readonly number[]
  formatTime: (time: number) => string
  cursor: number | undefined
  onCursorChange: (index: number | undefined) => void
}

const WIDTH = 600
const HEIGHT = 100
const STROKES = { accent: 'stroke-accent', danger: 'stroke-danger' }

/** Thin lines with an axis for the values and one for the time. */
export function ChartPlot(props: ChartPlotProps) {
  const { chart, highest, times, formatTime, cursor, onCursorChange } = props
  const title = useId()
  const count = times.length
  const end = axisEnd(highest, { isCount: chart.isCount ?? false })
  const x = (index: number) => (count < 2 ? WIDTH / 2 : (index / (count - 1)) * WIDTH)
  const y = (value: number) => HEIGHT - (value / end) * HEIGHT
  const select = (left: number, width: number) => {
    const index = Math.round((left / Math.max(1, width)) * (count - 1))
    onCursorChange(Math.min(count - 1, Math.max(0, index)))
  }
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-xs text-muted tabular-nums">
      <div aria-hidden className="-my-2 flex min-w-10 flex-col justify-between text-right">
        {[end, end / 2, 0].map((value) => (
          <span key={value} className="leading-4 whitespace-nowrap">
            {chart.format(value)}
          </span>
        ))}
      </div>
      <svg
        data-slot="chart"
        role="img"
        aria-labelledby={title}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-24 w-full overflow-visible"
        onPointerMove={({ currentTarget, clientX }) => {
          const { left, width } = currentTarget.getBoundingClientRect()
          select(clientX - left, width)
        }}
        onPointerLeave={() => onCursorChange(undefined)}
      >
        <title
          id={title}
        >{`${chart.label}: ${chart.total}, at most ${chart.format(highestOf(chart))}`}</title>
        <rect width={WIDTH} height={HEIGHT} className="fill-transparent" />
        {[0, HEIGHT / 2, HEIGHT].map((at) => (
          <line
            key={at}
            x1={0}
            x2={WIDTH}
            y1={at}
            y2={at}
            vectorEffect="non-scaling-stroke"
            className="stroke-line"
          />
        ))}
        {cursor !== undefined && (
          <line
            x1={x(cursor)}
            x2={x(cursor)}
            y1={0}
            y2={HEIGHT}
            vectorEffect="non-scaling-stroke"
            className="stroke-line-strong"
          />
        )}
        {chart.series.toReversed().map((series) => (
          <path
            key={series.name}
            d={pathOf(series, { x, y })}
            fill="none"
            strokeWidth={1.5}
            strokeLinejoin="round"
            strokeLinecap="round"
            vectorEffect="non-scaling-stroke"
            className={STROKES[series.tone]}
          />
        ))}
      </svg>
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

type Scales = { x: (index: number) => number; y: (value: number) => number }

/** A value without neighbors is drawn as a point. */
function pathOf({ values }: ChartSeries, { x, y }: Scales): string {
  return values
    .flatMap((value, index) => {
      if (value === null) return []
      const at = `${x(index)} ${y(value)}`
      return [(values[index - 1] ?? null) === null ? `M${at}L${at}` : `L${at}`]
    })
    .join('')
}
