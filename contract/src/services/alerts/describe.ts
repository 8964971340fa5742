import {
  METRICS,
  type MetricArea,
  type MetricName,
  type MetricUnit,
} from '../../catalog/metrics.ts'
import type { AlertCondition } from './conditions.ts'

const AREAS: Readonly<Record<MetricArea, string>> = {
  database: 'Database',
  gateway: 'All services',
  'data-api': 'Data API',
  auth: 'Auth',
  storage: 'Storage',
  functions: 'Functions',
  realtime: 'Realtime',
}

/** `Requests` for all services, `Auth: Requests` for one. */
export function metricTitle(name: MetricName): string {
  const { title, area, from } = METRICS[name]
  return from === 'sampled' || area === 'gateway' ? title : `${AREAS[area]}: ${title}`
}

/** The heading that lists of metrics show a metric under. */
export const metricArea = (name: MetricName): string => AREAS[METRICS[name].area]

const rounded = (value: number) => String(Math.round(value * 100) / 100)

const BYTES = ['B', 'kB', 'MB', 'GB', 'TB'] as const

function bytesText(value: number): string {
  const size = Math.min(
    Math.max(Math.floor(Math.log10(Math.max(Math.abs(value), 1)) / 3), 0),
    BYTES.length - 1,
  )
  return `${rounded(value / 1000 ** size)} ${BYTES[size] ?? 'B'}`
}

const UNITS: Readonly<Record<MetricUnit, (value: number) => string>> = {
  percent: (value) => `${rounded(value)}%`,
  bytes: bytesText,
  bytes_per_second: (value) => `${bytesText(value)}/s`,
  count: rounded,
  per_second: (value) => `${rounded(value)}/s`,
  milliseconds: (value) => `${rounded(value)} ms`,
}

/** The unit of the values that a condition compares. */
export function unitOf(condition: AlertCondition): MetricUnit {
  if (condition.kind !== 'metric') return 'count'
  return condition.percent_of === null ? METRICS[condition.metric].unit : 'percent'
}

export const valueText = (condition: AlertCondition, value: number): string =>
  UNITS[unitOf(condition)](value)

/** The condition of a rule in words, without its duration. */
export function describeCondition(
  condition: AlertCondition,
  queryName: (id: string) => string | undefined,
): string {
  const query = (id: string) => queryName(id) ?? 'A deleted query'
  switch (condition.kind) {
    case 'metric': {
      const { metric, percent_of: whole, comparison, threshold } = condition
      const limit = `${comparison} ${valueText(condition, threshold)}`
      const of = whole === null ? '' : ` of ${metricTitle(whole)}`
      return `${metricTitle(metric)} ${limit}${of}`
    }
    case 'absence':
      return METRICS[condition.metric].from === 'requests'
        ? `${metricTitle(condition.metric)}: none`
        : `${metricTitle(condition.metric)}: no data`
    case 'query': {
      const { query_id: id, of, comparison, threshold } = condition
      return `${query(id)}: ${of === 'row_count' ? 'rows' : 'result'} ${comparison} ${rounded(threshold)}`
    }
    case 'query_absence':
      return `${query(condition.query_id)}: no rows`
    case 'failure':
      return 'A rule or scheduled query cannot run'
    case 'backup':
      return 'Backups are late or fail'
  }
}
