/** A query to begin with. */
export type LogTemplate = {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly sql: string
}

export const LOG_TEMPLATES: readonly LogTemplate[] = [
  {
    id: 'recent-errors',
    name: 'Recent errors',
    description: 'The newest errors of Postgres, with their statements.',
    sql: `select
  timestamp,
  metadata.parsed.error_severity,
  metadata.parsed.sql_state_code,
  event_message,
  metadata.parsed.query
from postgres_logs
where metadata.parsed.error_severity in ('ERROR', 'FATAL', 'PANIC')
order by timestamp desc
limit 100`,
  },
  {
    id: 'error-counts-by-user',
    name: 'Errors by user',
    description: 'How many errors each database role caused, and of which kind.',
    sql: `select
  metadata.parsed.user_name as user_name,
  metadata.parsed.sql_state_code as sql_state_code,
  count(*) as errors
from postgres_logs
where metadata.parsed.error_severity in ('ERROR', 'FATAL', 'PANIC')
group by user_name, sql_state_code
order by errors desc
limit 100`,
  },
  {
    id: 'commits',
    name: 'Commits',
    description: 'The newest statements that Postgres logged as a commit.',
    sql: `select timestamp, metadata.parsed.user_name, event_message
from postgres_logs
where metadata.parsed.command_tag = 'COMMIT'
order by timestamp desc
limit 100`,
  },
  {
    id: 'commits-by-user',
    name: 'Commits by user',
    description: 'How many commits each database role made, among those that are logged.',
    sql: `select metadata.parsed.user_name as user_name, count(*) as commits
from postgres_logs
where metadata.parsed.command_tag = 'COMMIT'
group by user_name
order by commits desc`,
  },
  {
    id: 'server-errors',
    name: 'Server errors',
    description: 'Requests that ended with a status of 500 or more.',
    sql: `select
  timestamp,
  metadata.response.status_code,
  metadata.request.method,
  metadata.request.path,
  metadata.request_id
from edge_logs
where metadata.response.status_code >= 500
order by timestamp desc
limit 100`,
  },
  {
    id: 'slow-requests',
    name: 'Slow requests',
    description: 'Requests that took longer than a second, the slowest first.',
    sql: `select
  timestamp,
  metadata.response.origin_time as milliseconds,
  metadata.request.method,
  metadata.request.path
from edge_logs
where metadata.response.origin_time > 1000
order by milliseconds desc
limit 100`,
  },
  {
    id: 'top-paths',
    name: 'Top paths',
    description: 'The most frequent paths, with their average durations.',
    sql: `select
  metadata.request.path as path,
  count(*) as requests,
  avg(metadata.response.origin_time) as average_ms
from edge_logs
group by path
order by requests desc
limit 50`,
  },
  {
    id: 'requests-over-time',
    name: 'Requests over time',
    description: 'Requests and failed requests by minute, to draw as a chart.',
    sql: `select
  timestamp_trunc(timestamp, minute) as minute,
  count(*) as requests,
  countif(metadata.response.status_code >= 400) as failed
from edge_logs
group by minute
order by minute`,
  },
  {
    id: 'requests-by-address',
    name: 'Requests by IP address',
    description: 'The addresses that sent the most requests.',
    sql: `select metadata.request.ip as address, count(*) as requests
from edge_logs
group by address
order by requests desc
limit 50`,
  },
  {
    id: 'data-api-requests',
    name: 'Data API requests',
    description: 'The newest requests to tables, views and database functions.',
    sql: `select
  timestamp,
  metadata.response.status_code,
  metadata.request.method,
  metadata.request.path,
  metadata.request.search
from edge_logs
where metadata.request.path like '/rest/v1/%'
order by timestamp desc
limit 100`,
  },
  {
    id: 'auth-endpoints',
    name: 'Auth endpoints',
    description: 'How often each Auth endpoint was called, by status.',
    sql: `select metadata.path as path, metadata.status as status, count(*) as requests
from auth_logs
where metadata.path is not null
group by path, status
order by requests desc
limit 100`,
  },
  {
    id: 'auth-events',
    name: 'Auth events',
    description: 'Who signed up, signed in or changed an account.',
    sql: `select
  timestamp,
  metadata.auth_event.action,
  metadata.auth_event.actor_username,
  metadata.auth_event.traits.provider
from auth_logs
where metadata.auth_event.action is not null
order by timestamp desc
limit 100`,
  },
  {
    id: 'storage-objects',
    name: 'Storage requests by object',
    description: 'The most requested objects and their failed requests.',
    sql: `select
  metadata.req.url as object,
  count(*) as requests,
  countif(metadata.res.statusCode >= 400) as failed
from storage_logs
group by object
order by requests desc
limit 50`,
  },
  {
    id: 'storage-egress',
    name: 'Storage egress',
    description: 'The objects whose downloads sent the most bytes.',
    sql: `select
  metadata.request.path as path,
  count(*) as downloads,
  sum(cast(metadata.response.headers.content_length as int64)) as bytes
from edge_logs
where metadata.request.path like '/storage/v1/object/%'
  and metadata.request.method = 'GET'
group by path
order by bytes desc
limit 50`,
  },
  {
    id: 'function-calls',
    name: 'Edge function calls',
    description: 'Calls, failed calls and durations of each function.',
    sql: `select
  metadata.function_id as function_id,
  count(*) as calls,
  countif(metadata.response.status_code >= 500) as failed,
  avg(metadata.execution_time_ms) as average_ms
from function_edge_logs
group by function_id
order by calls desc`,
  },
  {
    id: 'failed-jobs',
    name: 'Failed cron runs',
    description: 'The newest failed runs of scheduled jobs, with their messages.',
    sql: `select timestamp, metadata.job_name, metadata.return_message, metadata.duration_ms
from pg_cron_logs
where metadata.status = 'failed'
order by timestamp desc
limit 100`,
  },
]
