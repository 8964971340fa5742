import { routesQuery } from '../../data/resources/services/reports/routes.ts'
import { seriesQuery, type SeriesRequest } from '../../data/resources/services/reports/series.ts'
import { storageQuery } from '../../data/resources/services/logs/events.ts'
import type { LogRange } from '../../data/resources/services/logs/scope.ts'
import type { Declare } from '../../data/client/read-ahead.ts'
import { rangeOf } from '../../components/time-range/range-search.ts'
import { healthMetrics, OVERVIEW_CHARTS } from './overview-charts.ts'
import { metricsOf, sectionsOf } from './report-charts.ts'
import type { ReportSlug } from './report-pages.ts'
import type { ReportsSearch } from './reports-search.ts'

/** As many as a chart of half a page can show apart. */
const POINTS = 120

export const areaRequest = (slug: ReportSlug, range: LogRange): SeriesRequest => ({
  range,
  metrics: metricsOf(sectionsOf(slug)),
  points: POINTS,
})

/** The figures of the services need no more intervals than keep the two periods apart. */
export const healthRequest = (range: LogRange): SeriesRequest => ({
  range,
  metrics: healthMetrics,
  points: POINTS / 2,
  withBefore: true,
})

export const overviewRequest = (range: LogRange): SeriesRequest => ({
  range,
  metrics: metricsOf([OVERVIEW_CHARTS]),
  points: POINTS,
})

/** Starts the requests of the report of a service. */
export const readArea = (ref: string, slug: ReportSlug, search: ReportsSearch): Declare => {
  const range = rangeOf(search)
  return ({ call, read }) => [
    read(seriesQuery(call, ref, areaRequest(slug, range))),
    read(storageQuery(call, ref)),
  ]
}

export const readOverview = (ref: string, search: ReportsSearch): Declare => {
  const range = rangeOf(search)
  return ({ call, read }) => [
    read(seriesQuery(call, ref, healthRequest(range))),
    read(seriesQuery(call, ref, overviewRequest(range))),
    read(routesQuery(call, ref, { kind: 'slowest', range })),
    read(routesQuery(call, ref, { kind: 'errors', range })),
    read(storageQuery(call, ref)),
  ]
}
