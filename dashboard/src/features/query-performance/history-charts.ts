import type { QueryPoint } from '@stoa/contract/services/query-performance/query-performance'
import { formatCount } from '../../lib/quantities.ts'
import type { Chart } from '../../ui/chart/chart.ts'
import { formatMilliseconds } from './words.ts'

const HOUR_MS = 3_600_000

type History = {
  readonly points: readonly QueryPoint[]
  readonly step_hours: number
  readonly calls: number
  readonly mean_ms: number
}

type ReadHistory = {
  /** When it was read, in milliseconds. */
  readonly readAt: number
  readonly hours: number
}

/** All intervals of the span, in step with those that have calls. */
export function historyTimes(
  { points, step_hours: stepHours }: History,
  { readAt, hours }: ReadHistory,
): number[] {
  const first = points[0]
  if (!first) return []
  const step = stepHours * HOUR_MS
  const since = (Math.floor(readAt / HOUR_MS) - hours + 1) * HOUR_MS
  const known = Date.parse(first.at)
  const begin = known - Math.max(0, Math.floor((known - since) / step)) * step
  const count = Math.max(1, Math.floor((readAt - begin) / step) + 1)
  return Array.from({ length: count }, (_, index) => begin + index * step)
}

export function historyCharts(history: History, times: readonly number[]): Chart[] {
  const byTime = new Map(history.points.map((point) => [Date.parse(point.at), point]))
  return [
    {
      label: 'Time per call',
      series: [
        {
          name: 'Mean time',
          tone: 'accent',
          values: times.map((time) => {
            const point = byTime.get(time)
            return point ? point.total_ms / point.calls : null
          }),
        },
      ],
      format: formatMilliseconds,
      total: `${formatMilliseconds(history.mean_ms)} on average`,
    },
    {
      label: 'Calls',
      series: [
        {
          name: 'Calls',
          tone: 'accent',
          values: times.map((time) => byTime.get(time)?.calls ?? 0),
        },
      ],
      format: formatCount,
      total: `${formatCount(history.calls)} calls`,
      isCount: true,
      shape: 'bar',
    },
  ]
}

/** The interval of a time, undefined before the first one. */
export function intervalOf(times: readonly number[], time: number): number | undefined {
  const index = times.findLastIndex((each) => each <= time)
  return index === -1 ? undefined : index
}
