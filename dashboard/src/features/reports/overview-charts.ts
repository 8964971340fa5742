import type { MetricName, RequestArea } from '@stoa/contract/catalog/metrics'
import type { Measured } from '../../data/resources/services/reports/series.ts'
import { sectionsOf, totalOf, type ChartSection } from './report-charts.ts'
import { REPORT_PAGES } from './report-pages.ts'

/** The charts of all requests. */
export const OVERVIEW_CHARTS: ChartSection = {
  title: 'Requests',
  charts: sectionsOf('gateway').flatMap(({ charts }) => charts.slice(0, 2)),
}

export type HealthRow = {
  readonly id: RequestArea
  readonly title: string
  readonly now: HealthFigures
  readonly before: HealthFigures
}

type HealthFigures = {
  readonly requests: number | null
  /** The share of responses with status 5xx, and of those with 4xx, in percent. */
  readonly serverErrors: number | null
  readonly clientErrors: number | null
  readonly p95: number | null
}

const AREAS: readonly { id: RequestArea; title: string }[] = REPORT_PAGES.flatMap(
  ({ slug, title }) => (slug === 'database' ? [] : [{ id: slug, title }]),
)

export const healthMetrics: readonly MetricName[] = AREAS.flatMap(({ id }) => [
  `${id}.requests` as const,
  `${id}.client_errors` as const,
  `${id}.server_errors` as const,
  `${id}.latency_p95` as const,
])

/** A row for each service, with the period and the one before. */
export const healthRows = ({ values, before }: Measured): readonly HealthRow[] =>
  AREAS.map(({ id, title }) => ({
    id,
    title,
    now: figuresOf(id, values),
    before: figuresOf(id, before ?? {}),
  }))

function figuresOf(area: RequestArea, values: Measured['values']): HealthFigures {
  const total = (metric: MetricName) => totalOf(metric, values[metric] ?? [])
  const requests = total(`${area}.requests`)
  const share = (errors: number | null) =>
    requests === null || requests === 0 || errors === null ? null : (errors / requests) * 100
  return {
    requests,
    serverErrors: share(total(`${area}.server_errors`)),
    clientErrors: share(total(`${area}.client_errors`)),
    p95: weightedMean(values[`${area}.latency_p95`], values[`${area}.requests`]),
  }
}

type Values = readonly (number | null)[]

/** The mean of intervals, in which those with many requests count more. */
export function weightedMean(values: Values = [], weights: Values = []): number | null {
  let [sum, weight] = [0, 0]
  for (const [index, value] of values.entries()) {
    if (value === null) continue
    sum += value * (weights[index] ?? 0)
    weight += weights[index] ?? 0
  }
  return weight === 0 ? null : sum / weight
}
