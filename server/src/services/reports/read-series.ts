import { METRIC_NAMES, type MetricName } from '@stoa/contract/catalog/metrics'
import { MAX_METRICS_PER_REQUEST, type Series } from '@stoa/contract/services/reports/reports'
import type { Clock } from '../../lib/clock.ts'
import type { LogParts } from '../../logs/index.ts'
import type { MetricMemory } from '../../metrics/port.ts'
import { metricUnknown, tooManyMetrics } from './errors.ts'
import { intervalsOf, type SeriesRange } from './intervals.ts'
import { readStored } from './read-stored.ts'
import { createRecentResults } from './recent-results.ts'

export type SeriesReader = (
  ref: string,
  query: SeriesRange & { readonly metrics: string },
) => Promise<Series>

type SeriesDeps = {
  readonly logs: Pick<LogParts, 'reader'>
  readonly metrics: MetricMemory
  readonly retentionDaysOf: (ref: string) => Promise<number>
  readonly clock: Clock
}

/**
 * Reads the last hour from memory and longer ranges from the stored events, whose process starts
 * only for those.
 */
export function createSeriesReader({
  logs,
  metrics,
  retentionDaysOf,
  clock,
}: SeriesDeps): SeriesReader {
  const recentResults = createRecentResults<Values>(clock)
  return async (ref, { metrics: list, ...range }) => {
    const names = metricsOf(list)
    const now = clock.now().getTime()
    const intervals = intervalsOf(range, { now, retentionDays: await retentionDaysOf(ref) })
    const { from, stepMs, count } = intervals
    const values =
      count === 0 || metrics.covers(from)
        ? names.map((name) => metrics.series(ref, name, intervals))
        : await recentResults(JSON.stringify([ref, names, from, stepMs, count]), () =>
            readStored(logs, ref, { names, intervals }),
          )
    return {
      from: new Date(from).toISOString(),
      step_seconds: stepMs / 1000,
      series: names.map((metric, index) => ({ metric, values: [...(values[index] ?? [])] })),
    }
  }
}

type Values = readonly (readonly (number | null)[])[]

const KNOWN: ReadonlySet<string> = new Set(METRIC_NAMES)
const isMetric = (name: string): name is MetricName => KNOWN.has(name)

function metricsOf(list: string): readonly MetricName[] {
  const names = [...new Set(list.split(',').map((name) => name.trim()))]
  if (names.length > MAX_METRICS_PER_REQUEST) throw tooManyMetrics()
  return names.map((name) => {
    if (!isMetric(name)) throw metricUnknown(name)
    return name
  })
}
