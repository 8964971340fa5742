import { METRICS, type MetricName } from '@stoa/contract/catalog/metrics'
import type { MetricBlock } from '@stoa/contract/platform/custom-reports'
import type { Measured } from '../../../data/resources/services/reports/series.ts'
import type { Chart } from '../../../ui/chart/chart.ts'
import { chartOf, totalOf, unmeasuredText, type ChartDeclaration } from '../report-charts.ts'

const declarationOf = (metric: MetricName, label: string): ChartDeclaration => ({
  label,
  lines: [{ metric, name: METRICS[metric].title, tone: 'accent' }],
})

export type MetricFigures = {
  readonly chart: Chart
  /** The value of the whole period and that of the one before; null if nothing was measured. */
  readonly now: number | null
  readonly before: number | null
  /** Replaces the chart if nothing was measured. */
  readonly unmeasured: string
  /** Whether more is worse. */
  readonly isBad: boolean
}

/** The chart and the figures of a block. */
export function metricFigures(
  { metric, view }: Pick<MetricBlock, 'metric' | 'view'>,
  label: string,
  measured: Measured,
): MetricFigures {
  const declaration = declarationOf(metric, label)
  const chart = chartOf(declaration, measured)
  return {
    chart: view === 'bar' ? { ...chart, shape: 'bar' } : chart,
    now: totalOf(metric, measured.values[metric] ?? []),
    before: totalOf(metric, measured.before?.[metric] ?? []),
    unmeasured: unmeasuredText(declaration),
    isBad: BAD.test(metric),
  }
}

/** Metrics of which more is worse. */
const BAD = /(?:_errors|latency_p\d+|deadlocks|_waiting|rolled_back)$/
