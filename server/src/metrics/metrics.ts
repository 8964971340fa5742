import type { MetricName, SampledMetric } from '@stoa/contract/catalog/metrics'
import type { Clock } from '../lib/clock.ts'
import type { LogSink } from '../project/log-sink.ts'
import { MINUTES, MINUTE_MS } from './limits.ts'
import type { Intervals, MetricMemory, Sample } from './port.ts'
import { requestMetricOf } from './request-metric.ts'
import { createRequestWindows } from './requests/request-windows.ts'
import { createSampleWindows } from './samples/sample-windows.ts'

/** The metrics of all projects in the last hour, in memory. */
export type Metrics = MetricMemory & {
  /** Passes events on, and counts those of requests. */
  tee(sink: LogSink): LogSink
  keep(ref: string, sample: Sample): void
  /** Forgets a deleted project. */
  forget(ref: string): void
}

export function createMetrics({ clock }: { readonly clock: Clock }): Metrics {
  const now = () => clock.now().getTime()
  const startedAt = now()
  /** Everything since then is in memory. */
  let completeFrom = startedAt
  const forgotten = () => (completeFrom = now())
  const requests = createRequestWindows(forgotten)
  const samples = createSampleWindows(forgotten)
  let sweptAt = startedAt

  function sweep(at: number): void {
    if (at - sweptAt < MINUTE_MS) return
    sweptAt = at
    requests.sweep(at)
    samples.sweep(at)
  }

  function series(ref: string, metric: MetricName, intervals: Intervals): (number | null)[] {
    const request = requestMetricOf(metric)
    if (!request) return samples.series(ref, metric as SampledMetric, intervals)
    const values = requests.series(ref, request, intervals)
    // Nothing was counted in the future, nor before the server started.
    return values.map((value, index) => {
      const from = intervals.from + index * intervals.stepMs
      return from > now() || from + intervals.stepMs <= startedAt ? null : value
    })
  }

  return {
    tee: (sink) => ({
      write(ref, source, event) {
        sink.write(ref, source, event)
        if (source !== 'edge_logs') return
        const at = now()
        requests.count(ref, event.columns, at)
        sweep(at)
      },
    }),
    keep(ref, sample) {
      samples.keep(ref, sample)
      sweep(sample.at)
    },
    covers: (from) => from >= Math.max(completeFrom, minuteOf(now()) - MINUTES * MINUTE_MS),
    series,
    recent(ref, metric, minutes) {
      const count = Math.min(MINUTES, Math.max(0, Math.floor(minutes)))
      const from = minuteOf(now()) - count * MINUTE_MS
      return series(ref, metric, { from, stepMs: MINUTE_MS, count })
    },
    latest: (ref) => samples.latest(ref, now()),
    requests: requests.totals,
    forget(ref) {
      requests.forget(ref)
      samples.forget(ref)
    },
  }
}

/** The beginning of the current minute. */
const minuteOf = (at: number): number => at - (at % MINUTE_MS)
