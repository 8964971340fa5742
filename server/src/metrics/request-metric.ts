import {
  REQUEST_AREAS,
  REQUEST_METRICS,
  type MetricName,
  type RequestArea,
  type RequestMetric,
} from '@stoa/contract/catalog/metrics'

export type AreaMetric = { readonly area: RequestArea; readonly name: RequestMetric }

const AREA_METRICS: ReadonlyMap<string, AreaMetric> = new Map(
  REQUEST_AREAS.flatMap((area) =>
    (Object.keys(REQUEST_METRICS) as RequestMetric[]).map(
      (name) => [`${area}.${name}`, { area, name }] as const,
    ),
  ),
)

/** The parts of a metric that is counted from requests; undefined for one that is sampled. */
export const requestMetricOf = (metric: MetricName): AreaMetric | undefined =>
  AREA_METRICS.get(metric)
