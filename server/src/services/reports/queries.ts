import {
  METRICS,
  REQUEST_SERVICES,
  type RequestArea,
  type RequestMetric,
  type SampledMetric,
} from '@stoa/contract/catalog/metrics'
import type { Intervals } from '../../metrics/port.ts'
import { ident, joinSql, sql, type Sql } from '../../postgres/sql.ts'

const interval = ({ from, stepMs }: Intervals): Sql =>
  sql`(epoch_us("timestamp") - ${from * 1000}::bigint) // ${stepMs * 1000}::bigint`

/** A row for each interval with samples: its number, then the metrics in their order. */
export function sampledSeries(metrics: readonly SampledMetric[], intervals: Intervals): Sql {
  const values = metrics.map((name) => {
    const { over } = METRICS[name]
    if (over === 'sum') return sql`sum(${ident(name)})`
    return over === 'maximum' ? sql`max(${ident(name)})` : sql`avg(${ident(name)})`
  })
  return sql`select ${interval(intervals)} as part, ${joinSql(values)}
    from metrics group by part order by part`
}

export type AreaMetric = { readonly area: RequestArea; readonly name: RequestMetric }

/** Same as above, from the requests at the gateway. */
export function requestSeries(metrics: readonly AreaMetric[], intervals: Intervals): Sql {
  const values = metrics.map(({ area, name }) => requestValue(name, conditionOf(area)))
  return sql`select ${interval(intervals)} as part, ${joinSql(values)}
    from edge_logs group by part order by part`
}

const conditionOf = (area: RequestArea): Sql =>
  area === 'gateway'
    ? sql`true`
    : sql`starts_with(request_path, ${`/${REQUEST_SERVICES[area]}/v1`}::varchar)`

function requestValue(name: RequestMetric, condition: Sql): Sql {
  switch (name) {
    case 'requests':
      return sql`count(*) filter (${condition})`
    case 'client_errors':
      return sql`count(*) filter (${condition} and response_status_code between 400 and 499)`
    case 'server_errors':
      return sql`count(*) filter (${condition} and response_status_code >= 500)`
    case 'egress_bytes':
      return sql`coalesce(sum(response_bytes) filter (${condition}), 0)`
    case 'latency_p50':
      return percentile(sql`0.5`, condition)
    case 'latency_p95':
      return percentile(sql`0.95`, condition)
    case 'latency_p99':
      return percentile(sql`0.99`, condition)
  }
}

/** The fraction must be a constant of the text. */
const percentile = (fraction: Sql, condition: Sql): Sql =>
  sql`quantile_cont(response_origin_time, ${fraction}) filter (${condition})`
