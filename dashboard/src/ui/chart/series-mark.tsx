import { classNames } from '../../lib/class-names.ts'
import type { Chart, ChartSeries, ChartTone } from './chart.ts'

type Scales = {
  x: (index: number) => number
  y: (value: number) => number | undefined
  /** The y of zero, or of the bottom of a logarithmic axis. */
  base: number
}

type SeriesMarkProps = {
  series: ChartSeries
  shape: NonNullable<Chart['shape']>
  scales: Scales
  /** The width of a point of time, and the place of the series among the others. */
  band: { width: number; index: number; count: number }
}

const STROKES: Record<ChartTone, string> = {
  accent: 'stroke-accent',
  danger: 'stroke-danger',
  success: 'stroke-success',
  warning: 'stroke-warning',
  muted: 'stroke-muted',
}
const FILLS: Record<ChartTone, string> = {
  accent: 'fill-accent',
  danger: 'fill-danger',
  success: 'fill-success',
  warning: 'fill-warning',
  muted: 'fill-muted',
}

/** The share of a point of time that its bars take. */
const BARS = 0.8

/** The line, the area or the bars of a series. */
export function SeriesMark({ series, shape, scales, band }: SeriesMarkProps) {
  if (shape === 'bar')
    return <path d={barsOf(series, { scales, band })} className={FILLS[series.tone]} />
  return (
    <>
      {shape === 'area' && (
        <path d={areaOf(series, scales)} className={classNames(FILLS[series.tone], 'opacity-15')} />
      )}
      <path
        d={lineOf(series, scales)}
        fill="none"
        strokeWidth={1.5}
        strokeLinejoin="round"
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
        className={STROKES[series.tone]}
      />
      <path
        d={pointsOf(series, scales)}
        fill="none"
        strokeWidth={4}
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
        className={STROKES[series.tone]}
      />
    </>
  )
}

type Point = { x: number; y: number }

/** The points between gaps. */
function runsOf({ values }: ChartSeries, { x, y }: Scales): Point[][] {
  const runs: Point[][] = []
  let run: Point[] | undefined
  for (const [index, value] of values.entries()) {
    const at = value === null ? undefined : y(value)
    if (at === undefined) {
      run = undefined
      continue
    }
    if (!run) {
      run = []
      runs.push(run)
    }
    run.push({ x: x(index), y: at })
  }
  return runs
}

/** Values without neighbors, which a line would hardly show. */
const pointsOf = (series: ChartSeries, scales: Scales): string =>
  runsOf(series, scales)
    .map(([point, next]) => (point && !next ? `M${at(point)}L${at(point)}` : ''))
    .join('')

/** A value without neighbors is drawn as a point. */
const lineOf = (series: ChartSeries, scales: Scales): string =>
  runsOf(series, scales)
    .map((run) => {
      const first = run[0]
      return first ? `M${at(first)}${run.map((point) => `L${at(point)}`).join('')}` : ''
    })
    .join('')

const areaOf = (series: ChartSeries, scales: Scales): string =>
  runsOf(series, scales)
    .map((run) => {
      const first = run[0]
      const last = run.at(-1)
      if (!first || !last) return ''
      const edge = run.map((point) => `L${at(point)}`).join('')
      return `M${first.x} ${scales.base}${edge}L${last.x} ${scales.base}Z`
    })
    .join('')

const at = ({ x, y }: Point) => `${x} ${y}`

function barsOf(
  { values }: ChartSeries,
  { scales, band }: Pick<SeriesMarkProps, 'scales' | 'band'>,
): string {
  const width = (band.width * BARS) / band.count
  return values
    .map((value, index) => {
      const top = value === null ? undefined : scales.y(value)
      if (top === undefined) return ''
      const left = scales.x(index) - (band.width * BARS) / 2 + band.index * width
      return `M${left} ${scales.base}V${top}H${left + width}V${scales.base}Z`
    })
    .join('')
}
