import { memo } from 'react'
import { gapsOf, type Chart } from './chart.ts'
import type { ValueAxis } from './axis.ts'
import { SeriesMark } from './series-mark.tsx'

export const WIDTH = 600
export const HEIGHT = 100

/** The horizontal place of a point of time. */
export function placeOf(
  index: number,
  { count, isBar }: { count: number; isBar: boolean },
): number {
  if (isBar) return ((index + 0.5) / count) * WIDTH
  return count < 2 ? WIDTH / 2 : (index / (count - 1)) * WIDTH
}

type PlotMarksProps = { chart: Chart; axis: ValueAxis; count: number }

/** The marks that stay while the cursor moves: spans without a value, and the series. */
export const PlotMarks = memo(function PlotMarks({ chart, axis, count }: PlotMarksProps) {
  const isBar = chart.shape === 'bar'
  const x = (index: number) => placeOf(index, { count, isBar })
  const y = (value: number) => {
    const place = axis.place(value)
    return place === undefined ? undefined : HEIGHT - place * HEIGHT
  }
  return (
    <>
      {chart.hasGaps &&
        gapsOf(chart).map(({ first, last }) => (
          <rect
            key={first}
            x={x(Math.max(0, first - 1))}
            width={Math.max(1, x(Math.min(count - 1, last + 1)) - x(Math.max(0, first - 1)))}
            height={HEIGHT}
            className="fill-hover opacity-60"
          />
        ))}
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
    </>
  )
})
