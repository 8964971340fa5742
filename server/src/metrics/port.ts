import type { MetricName } from '@stoa/contract/catalog/metrics'

/** The metrics of the last hour, which are in memory. */
export type MetricReader = {
  /**
   * The values of the last whole minutes, the oldest first, up to 60; null where the project slept
   * or nothing was measured. A percentile is that of the minute's requests.
   */
  recent(ref: string, metric: MetricName, minutes: number): readonly (number | null)[]
}
