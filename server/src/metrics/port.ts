import type { MetricName, RequestArea, SampledMetric } from '@stoa/contract/catalog/metrics'

/** The metrics of the last hour, which are in memory. */
export type MetricReader = {
  /**
   * The values of the last whole minutes, the oldest first, up to 60; null where the project slept
   * or nothing was measured. A percentile is that of the minute's requests.
   */
  recent(ref: string, metric: MetricName, minutes: number): readonly (number | null)[]
}

/** Intervals of equal length, which begin and end with minutes. */
export type Intervals = {
  /** Milliseconds since 1970. */
  readonly from: number
  readonly stepMs: number
  readonly count: number
}

/** The whole memory of metrics, for those who also read the stored ones. */
export type MetricMemory = MetricReader & {
  /** Whether everything since a moment is in memory. */
  covers(from: number): boolean
  /** The values of intervals; the last one can include the current minute. */
  series(ref: string, metric: MetricName, intervals: Intervals): readonly (number | null)[]
  /** The last sample, with the time it was taken; undefined if it is older than three minutes. */
  latest(ref: string): Sample | undefined
  /** Counts since the server started, or since the project's last hour without requests. */
  requests(ref: string): readonly RequestTotals[]
}

/** A sample. Missing values could not be measured. */
export type Sample = { readonly at: number; readonly values: SampledValues }
export type SampledValues = Readonly<Partial<Record<SampledMetric, number>>>

export type RequestTotals = {
  readonly area: RequestArea
  readonly requests: number
  readonly clientErrors: number
  readonly serverErrors: number
  readonly bytes: number
  /** By the parts of `requests/durations.ts`. */
  readonly durations: Uint32Array
  readonly totalMs: number
}
