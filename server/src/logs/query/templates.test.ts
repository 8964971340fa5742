import { describe, expect, it } from 'vitest'
import { edgeEvent, HOUR, HOUR_MS, REF, writtenLogs } from '../../../test/hand-written-logs.ts'

const span = { from: HOUR * 1000, to: (HOUR + HOUR_MS) * 1000 }

const at = (ms: number) => (HOUR + ms) * 1000

function setUp() {
  const logs = writtenLogs()
  logs.write('edge_logs', [
    edgeEvent(1, { request_ip: '10.0.0.1', request_path: '/rest/v1/todos' }),
    edgeEvent(2, { response_status_code: 503, severity: 'error', response_origin_time: 900 }),
    edgeEvent(3, { request_path: '/storage/v1/object/a/b.png', request_headers_referer: 'x' }),
  ])
  logs.write('postgres_logs', [
    {
      id: 'p1',
      timestamp: at(5),
      event_message: 'COMMIT of nothing',
      severity: 'error',
      parsed_error_severity: 'ERROR',
      parsed_user_name: 'authenticator',
      parsed_query: 'select 1',
    },
  ])
  logs.write('auth_logs', [
    {
      id: 'a1',
      timestamp: at(6),
      event_message: '{"auth_event":{"action":"login"}}',
      severity: 'info',
      auth_event_action: 'login',
      auth_event_actor_id: 'u1',
      level: 'info',
      status: 200,
      path: '/token',
      msg: 'request completed',
    },
  ])
  logs.write('storage_logs', [
    {
      id: 's1',
      timestamp: at(7),
      event_message: 'GET',
      severity: 'info',
      req_method: 'GET',
      req_url: '/object/a/b.png',
      res_statusCode: 200,
      responseTime: 7,
    },
  ])
  logs.write('function_edge_logs', [
    {
      id: 'f1',
      timestamp: at(8),
      event_message: 'POST | 200',
      severity: 'info',
      function_id: 'fn',
      execution_time_ms: 12,
      response_status_code: 200,
      request_method: 'POST',
      request_url: 'http://x/functions/v1/hello',
    },
  ])
  return async (text: string) => {
    const { columns, rows } = await logs.reader.readAsMember(REF, { span, text, maxRows: 1000 })
    const types = columns.map(({ type }) => type)
    return { names: columns.map(({ name }) => name), types, rows }
  }
}

/** The queries that people save and pass on, in the dialect in which they are passed on. */
const TEMPLATES: readonly (readonly [
  name: string,
  text: string,
  names: readonly string[],
  rows: readonly (readonly unknown[])[],
])[] = [
  [
    'recent errors',
    `select cast(postgres_logs.timestamp as datetime) as timestamp, event_message, parsed.error_severity
     from postgres_logs cross join unnest(metadata) as metadata cross join unnest(metadata.parsed) as parsed
     where parsed.error_severity in ('ERROR', 'FATAL', 'PANIC') order by timestamp desc limit 100`,
    ['timestamp', 'event_message', 'error_severity'],
    [[at(5), 'COMMIT of nothing', 'ERROR']],
  ],
  [
    'commits',
    `select cast(t.timestamp as datetime) as timestamp, p.user_name, event_message from postgres_logs as t
     cross join unnest(metadata) as m cross join unnest(m.parsed) as p
     where regexp_contains(event_message, 'COMMIT') limit 10`,
    ['timestamp', 'user_name', 'event_message'],
    [[at(5), 'authenticator', 'COMMIT of nothing']],
  ],
  [
    'errors by user',
    `select count(t.timestamp) as count, p.user_name, p.error_severity from postgres_logs t
     cross join unnest(metadata) as m cross join unnest(m.parsed) as p
     where p.error_severity = "ERROR" group by p.user_name, p.error_severity order by count desc`,
    ['count', 'user_name', 'error_severity'],
    [[1, 'authenticator', 'ERROR']],
  ],
  [
    'requests by address',
    `select cast(timestamp as datetime) as timestamp, h.x_real_ip from edge_logs
     cross join unnest(metadata) as m cross join unnest(m.request) as r cross join unnest(r.headers) as h
     where h.x_real_ip is not null`,
    ['timestamp', 'x_real_ip'],
    [[at(1), '10.0.0.1']],
  ],
  [
    'requests by country',
    `select cf.country, count(*) as count from edge_logs cross join unnest(metadata) as m
     cross join unnest(m.request) as r cross join unnest(r.cf) as cf group by cf.country`,
    ['country', 'count'],
    [[null, 3]],
  ],
  [
    'slow responses',
    `select cast(timestamp as datetime) as timestamp, event_message, r.origin_time from edge_logs
     cross join unnest(metadata) as m cross join unnest(m.response) as r
     where r.origin_time > 500 order by timestamp desc limit 100`,
    ['timestamp', 'event_message', 'origin_time'],
    [[at(2), 'GET | 200 | /rest/v1/todos?n=2', 900]],
  ],
  [
    'failed requests',
    `select request.path, response.status_code from edge_logs cross join unnest(metadata) as m
     cross join unnest(m.request) as request cross join unnest(m.response) as response
     where response.status_code between 500 and 599`,
    ['path', 'status_code'],
    [['/rest/v1/todos', 503]],
  ],
  [
    'most requested paths',
    `select r.path as path, r.search as params, count(timestamp) as c from edge_logs
     cross join unnest(metadata) as m cross join unnest(m.request) as r
     group by path, params order by c desc, path limit 1`,
    ['path', 'params', 'c'],
    [['/rest/v1/todos', null, 2]],
  ],
  [
    'requests to the data API',
    `select cast(timestamp as datetime) as timestamp, identifier, method from edge_logs
     cross join unnest(metadata) as m cross join unnest(m.request) as request
     where path like '%rest/v1%' order by timestamp limit 1`,
    ['timestamp', 'identifier', 'method'],
    [[at(1), null, 'GET']],
  ],
  [
    'events of the auth endpoints',
    `select cast(auth_logs.timestamp as datetime) as timestamp, metadata.status, metadata.path, metadata.error
     from auth_logs cross join unnest(metadata) as metadata
     where regexp_contains(metadata.path, r'/(token|signup)')`,
    ['timestamp', 'status', 'path', 'error'],
    [[at(6), 200, '/token', null]],
  ],
  [
    'audit of auth',
    `select json_value(event_message, "$.auth_event.action") as action, auth_event.actor_id from auth_logs
     cross join unnest(metadata) as m cross join unnest(m.auth_event) as auth_event
     where json_value(event_message, "$.auth_event.action") is not null`,
    ['action', 'actor_id'],
    [['login', 'u1']],
  ],
  [
    'requests for objects',
    `select id, storage_logs.timestamp, event_message, r.statusCode, m.req.url from storage_logs
     cross join unnest(metadata) as m cross join unnest(m.res) as r order by timestamp desc`,
    ['id', 'timestamp', 'event_message', 'statusCode', 'url'],
    [['s1', at(7), 'GET', 200, '/object/a/b.png']],
  ],
  [
    'egress of storage',
    `select r.path as filepath, count(*) as requests, sum(cast(h.content_length as int64)) as bytes from edge_logs
     cross join unnest(metadata) as m cross join unnest(m.request) as r
     cross join unnest(m.response) as p cross join unnest(p.headers) as h
     where starts_with(r.path, '/storage/v1/object') group by 1`,
    ['filepath', 'requests', 'bytes'],
    [['/storage/v1/object/a/b.png', 1, null]],
  ],
  [
    'misses of the cache',
    `select count(id) as count from edge_logs f cross join unnest(f.metadata) as m
     cross join unnest(m.request) as r cross join unnest(m.response) as res cross join unnest(res.headers) as h
     where starts_with(r.path, '/storage/v1/object') and (h.cf_cache_status in ('MISS', 'NONE') or h.cf_cache_status is null)`,
    ['count'],
    [[1]],
  ],
  [
    'calls of functions',
    `select id, function_edge_logs.timestamp, response.status_code, request.method, m.function_id, m.execution_time_ms
     from function_edge_logs cross join unnest(metadata) as m cross join unnest(m.response) as response
     cross join unnest(m.request) as request order by timestamp desc limit 100`,
    ['id', 'timestamp', 'status_code', 'method', 'function_id', 'execution_time_ms'],
    [['f1', at(8), 200, 'POST', 'fn', 12]],
  ],
  [
    'requests by minute with percentiles',
    `select timestamp_trunc(timestamp, minute) as minute, countif(response.status_code >= 500) as errors,
       approx_quantiles(response.origin_time, 100)[offset(50)] as p50
     from edge_logs cross join unnest(metadata) m cross join unnest(m.response) response
     where timestamp > timestamp_sub(timestamp('2026-06-01T12:30:00Z'), interval 1 hour)
     group by minute`,
    ['minute', 'errors', 'p50'],
    [[at(0), 1, 3.5]],
  ],
  [
    'all columns',
    `select * except (metadata) from (select * from auth_logs)`,
    ['id', 'timestamp', 'event_message'],
    [['a1', at(6), '{"auth_event":{"action":"login"}}']],
  ],
  ['a source without events', 'select count(*) as n from realtime_logs', ['n'], [[0]]],
]

describe('saved queries', () => {
  it('run unchanged', async () => {
    const query = setUp()
    for (const [name, text, names, rows] of TEMPLATES)
      expect({ name, ...(await query(text)) }).toMatchObject({ name, names, rows })
  }, 60_000)

  it('have types without arguments', async () => {
    const query = setUp()
    const { types } = await query(
      `select timestamp, count(*), avg(1), 1.5, true, id, any_value(metadata) from edge_logs group by all`,
    )
    expect(types).toEqual([
      'timestamp',
      'bigint',
      'double',
      'decimal',
      'boolean',
      'varchar',
      'record[]',
    ])
  })

  it('point at their errors', async () => {
    const query = setUp()
    await expect(query('select id,\n  nope\nfrom edge_logs')).rejects.toMatchObject({
      code: 'log_query_failed',
      message: 'Referenced column "nope" not found in FROM clause! (line 2, column 3).',
      details: { line: 2, column: 3 },
    })
  })
})
