import { sql, type Sql } from '../../../postgres/sql.ts'

const partOf = (step: number): Sql =>
  sql`make_timestamp((epoch_us("timestamp") // ${step}::bigint) * ${step}::bigint)`

const requestsTo = (service: string): Sql =>
  sql`count(*) filter (starts_with(request_path, ${`/${service}/v1`}::varchar))`

/** Requests to each service by time. */
export const apiCounts = (step: number): Sql =>
  sql`select ${partOf(step)} as part, ${requestsTo('auth')}, ${requestsTo('realtime')},
      ${requestsTo('rest')}, ${requestsTo('storage')}
    from edge_logs group by part order by part`

export const requestCount = (): Sql => sql`select count(*) from edge_logs`
