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

/** Calls of a function, and what it logged, by time. */
export const functionStats = (step: number, functionId: string): Sql =>
  sql`with calls as (
      select ${partOf(step)} as part, count(*) as requests,
        count(*) filter (response_status_code < 300) as successes,
        count(*) filter (response_status_code between 300 and 399) as redirects,
        count(*) filter (response_status_code between 400 and 499) as client_errors,
        count(*) filter (response_status_code >= 500) as server_errors,
        avg(execution_time_ms) as average, max(execution_time_ms) as longest
      from function_edge_logs where function_id = ${functionId}::varchar group by part
    ), lines as (
      select ${partOf(step)} as part, count(*) as events,
        count(*) filter (severity = 'error') as errors,
        avg(cpu_time_used) as cpu, avg(memory_used_total) as memory
      from function_logs where function_id = ${functionId}::varchar group by part
    )
    select part, coalesce(requests, 0), coalesce(successes, 0), coalesce(redirects, 0),
      coalesce(client_errors, 0), coalesce(server_errors, 0), average, longest,
      coalesce(events, 0), coalesce(errors, 0), cpu, memory
    from calls full join lines using (part) order by part`
