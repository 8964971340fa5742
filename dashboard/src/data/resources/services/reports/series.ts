import type { MetricName } from '@stoa/contract/catalog/metrics'
import { readSeries } from '@stoa/contract/operations/services/reports/reports'
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Call } from '../../../client/api.ts'
import { useCall } from '../../../client/client-context.ts'
import { pollEvery } from '../../../client/poll-every.ts'
import { timesOf, type LogRange } from '../logs/scope.ts'

/** The values of metrics over a range. */
export type Measured = {
  /** The start of each interval in milliseconds, the oldest first. */
  readonly times: readonly number[]
  readonly stepMs: number
  readonly values: MetricValues
  /** The period of the same length before, if it was asked for and is still kept. */
  readonly before?: MetricValues | undefined
}

type MetricValues = Readonly<Partial<Record<MetricName, readonly (number | null)[]>>>

export type SeriesRequest = {
  readonly range: LogRange
  readonly metrics: readonly MetricName[]
  readonly points: number
  /** Reads the period of the same length before as well. */
  readonly withBefore?: boolean
}

/** The limit of a request. */
const MAX_METRICS = 12
const POLL_MS = 15_000

/** The first part of the keys of everything that reports show. */
export const reportsKey = (ref: string) => ['reports', ref] as const

export const seriesQuery = (call: Call, ref: string, request: SeriesRequest) =>
  queryOptions({
    // A range that ends now has other times in each request, so the times are no part of the key.
    queryKey: [...reportsKey(ref), 'series', request],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<Measured> => {
      const { metrics, range, withBefore = false } = request
      const times = timesOf(range)
      const first = Date.parse(times.from)
      const spanMs = Date.parse(times.to) - first
      const from = withBefore ? new Date(first - spanMs).toISOString() : times.from
      const points = withBefore ? 2 * request.points : request.points
      const read = (part: readonly MetricName[]) =>
        call(readSeries, {
          params: { ref },
          query: { from, to: times.to, metrics: part.join(','), points },
          signal,
        })
      const measured = joined(await Promise.all(chunksOf(metrics).map(read)))
      return withBefore ? splitAt(measured, first, spanMs) : measured
    },
  })

/** With `isLive`, the values are read again every few seconds, or after `everyMs`. */
export const useSeries = (
  ref: string,
  request: SeriesRequest,
  { isLive = false, everyMs = POLL_MS } = {},
) =>
  useQuery({
    ...seriesQuery(useCall(), ref, request),
    refetchInterval: isLive && request.range.kind === 'last' ? pollEvery(everyMs) : false,
  })

/** Reads every report of a project again. */
export function useRefreshReports(ref: string) {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: reportsKey(ref) })
}

/** Separates a range, which begins at `first`, from the period before. */
export function splitAt(measured: Measured, first: number, spanMs: number): Measured {
  const { times, stepMs, values } = measured
  // The interval in which the range begins belongs to it.
  const index = times.findIndex((time) => time + stepMs > first)
  if (index === -1) return { ...measured, times: [], values: {} }
  const part = (start: number, end?: number): MetricValues =>
    Object.fromEntries(Object.entries(values).map(([name, all]) => [name, all.slice(start, end)]))
  const isWhole = (times[0] ?? first) <= first - spanMs + stepMs
  return {
    times: times.slice(index),
    stepMs,
    values: part(index),
    before: isWhole ? part(0, index) : undefined,
  }
}

const chunksOf = (metrics: readonly MetricName[]) =>
  Array.from({ length: Math.ceil(metrics.length / MAX_METRICS) }, (_, index) =>
    metrics.slice(index * MAX_METRICS, (index + 1) * MAX_METRICS),
  )

type Part = {
  from: string
  step_seconds: number
  series: readonly { metric: MetricName; values: readonly (number | null)[] }[]
}

/** The parts of one request in the intervals of the first part. */
export function joined(parts: readonly Part[]): Measured {
  const [first] = parts
  if (!first) return { times: [], stepMs: 60_000, values: {} }
  const stepMs = first.step_seconds * 1000
  const start = Date.parse(first.from)
  const count = Math.max(0, ...first.series.map(({ values }) => values.length))
  const times = Array.from({ length: count }, (_, index) => start + index * stepMs)
  const values: Partial<Record<MetricName, readonly (number | null)[]>> = {}
  for (const part of parts) {
    // A part that was read after the turn of a minute can begin one interval later.
    const shift = Math.round((Date.parse(part.from) - start) / stepMs)
    for (const { metric, values: own } of part.series)
      values[metric] = times.map((_, index) => own[index - shift] ?? null)
  }
  return { times, stepMs, values }
}
