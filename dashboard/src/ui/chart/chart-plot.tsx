import { useId } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { axisTimes, linearAxis, logarithmicAxis } from './axis.ts'
import { highestOf, lowestOf, type Chart } from './chart.ts'
import { SeriesMark } from './series-mark.tsx'

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
  /** Height of the plot; 24 units by default. */
  className?: string
}

const WIDTH = 600
const HEIGHT = 100

/** Thin lines with an axis for the values and one for the time. */
export function ChartPlot(props: ChartPlotProps) {
  const { chart, highest, times, formatTime, cursor, onCursorChange } = props
  const title = useId()
  const count = times.length
  const isBar = chart.shape === 'bar'
  const axis = axisOf(chart, highest)
  const lineX = (index: number) => (count < 2 ? WIDTH / 2 : (index / (count - 1)) * WIDTH)
  const x = (index: number) => (isBar ? ((index + 0.5) / count) * WIDTH : lineX(index))
  const y = (value: number) => {
    const place = axis.place(value)
    return place === undefined ? undefined : HEIGHT - place * HEIGHT
  }
  const select = (left: number, width: number) => {
    const share = left / Math.max(1, width)
    const index = isBar ? Math.floor(share * count) : Math.round(share * (count - 1))
    onCursorChange(Math.min(count - 1, Math.max(0, index)))
  }
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-xs text-muted tabular-nums">
      <div aria-hidden className="-my-2 flex min-w-10 flex-col justify-between text-right">
        {axis.ticks.toReversed().map((value) => (
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
        className={classNames('w-full overflow-visible', props.className ?? 'h-24')}
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
        {props.marks?.map((index) => (
          <line
            key={`mark ${index}`}
            data-slot="chart-mark"
            x1={x(index)}
            x2={x(index)}
            y1={0}
            y2={HEIGHT}
            strokeDasharray="4 3"
            vectorEffect="non-scaling-stroke"
            className="stroke-muted"
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
        {chart.series
          .map((series, index) => (
            <SeriesMark
              key={series.name}
              series={series}
              shape={chart.shape ?? 'line'}
              scales={{ x, y, base: y(Math.max(0, axis.ticks[0])) ?? HEIGHT }}
              band={{ width: WIDTH / count, index, count: chart.series.length }}
            />
          ))
          .toReversed()}
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

function axisOf(chart: Chart, highest: number) {
  if (chart.isLogarithmic)
    return logarithmicAxis(
      chart.series.flatMap(({ values }) => values.filter((value) => value !== null)),
    )
  return linearAxis({ lowest: lowestOf(chart), highest }, { isCount: chart.isCount ?? false })
}
