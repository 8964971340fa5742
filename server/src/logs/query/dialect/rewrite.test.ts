import { describe, expect, it } from 'vitest'
import { rewriteQuery } from './rewrite.ts'

const rewritten = (text: string) => rewriteQuery(text).text

describe('rewriting', () => {
  it.each([
    [
      'joins that unfold metadata',
      'select timestamp, request.method, r.status_code from edge_logs cross join unnest(metadata) as m cross join unnest(m.request) as request cross join unnest(m.response) as r where r.status_code > 499',
      `select timestamp, "request_method" as "method", "response_status_code" as "status_code" from edge_logs where "response_status_code" > 499`,
    ],
    [
      'commas, missing words and conditions that are always true',
      'select count(*) from edge_logs t, unnest(t.metadata) m left join unnest(m.request) as q on true inner join unnest(q.headers) h group by h.host',
      'select count(*) from edge_logs t group by t."request_headers_host"',
    ],
    [
      'the same name in a subquery for another object',
      'select h.host from edge_logs cross join unnest(metadata) m cross join unnest(m.request) q cross join unnest(q.headers) h where 1 in (select 1 from edge_logs cross join unnest(metadata) m cross join unnest(m.response) q cross join unnest(q.headers) h where h.content_type is null)',
      'select "request_headers_host" as "host" from edge_logs where 1 in (select 1 from edge_logs where "response_headers_content_type" is null)',
    ],
    [
      'metadata as the name of itself',
      'select metadata.level, metadata.error as problem from auth_logs cross join unnest(metadata) as metadata',
      'select "level" as "level", "error" as problem from auth_logs',
    ],
    [
      'paths without joins',
      'select lower(metadata.parsed.query) from postgres_logs',
      'select lower("parsed_query") from postgres_logs',
    ],
    [
      'backticks, raw constants and comments',
      'select `id` /* all */ from `edge_logs` where regexp_contains(event_message, r"\\d\'") -- end',
      `select "id" from "edge_logs" where regexp_contains(event_message, '\\d''')`,
    ],
    ['escapes in constants', `select 'it\\'s', 'a\\\\d', 'b\\d'`, `select 'it''s', 'a\\d', 'b\\d'`],
    [
      'double quotes as constants, unless they name something',
      'select "x" as "result", "request_method" from edge_logs order by "result"',
      `select 'x' as "result", "request_method" from edge_logs order by "result"`,
    ],
    [
      'truncated times',
      'select timestamp_trunc(timestamp, minute), date_trunc(timestamp, week(monday)), date_trunc("hour", timestamp)',
      `select date_trunc( 'minute',timestamp), date_trunc( 'week',timestamp), date_trunc('hour', timestamp)`,
    ],
    [
      'times relative to now',
      'select 1 where timestamp > timestamp_sub(current_timestamp(), interval 1 hour) and timestamp < current_timestamp',
      'select 1 where timestamp > timestamp_sub( utc_now(), interval 1 hour) and timestamp < utc_now()',
    ],
    [
      'differences of times',
      'select timestamp_diff(a, b, second), datetime_diff(a, b, day)',
      `select moment_diff( 'second',a, b), day_diff( 'day',a, b)`,
    ],
    [
      'casts and types, not names like types',
      'select safe_cast(a as int64), cast(b as string), c::float64, count(*) as string',
      'select try_cast(a as bigint), cast(b as varchar), c:: double, count(*) as string',
    ],
    [
      'items of arrays',
      'select approx_quantiles(a, 100)[offset(95)], b[ordinal(1)]',
      'select approx_quantiles(a, 100)[ 1 +(95)], b[ 0 +(1)]',
    ],
    [
      'functions with other names',
      `select timestamp("2026-01-01"), regexp_extract(a, r'/(\\w+)'), regexp_extract(a, r'\\w+'), regexp_replace(a, 'b', 'c'), json_value(a, '$.b')`,
      `select to_moment('2026-01-01'), regexp_extract(a, '/(\\w+)', 1), regexp_extract(a, '\\w+'), regexp_replace_all(a, 'b', 'c'), json_extract_string(a, '$.b')`,
    ],
    [
      'all columns of one source',
      'select * from auth_logs; ',
      'select id, timestamp, event_message, metadata from auth_logs',
    ],
    ['all columns but some', 'select * except (id) from x', 'select * exclude (id) from x'],
  ])('handles %s', (_, original, expected) => {
    const spaces = (text: string) =>
      text.replaceAll(/\s+/g, ' ').replaceAll(/(?<=[([]|::) | (?=,)/g, '')
    expect(spaces(rewritten(original))).toBe(spaces(expected))
  })

  it.each(['constructor', '__proto__', 'select constructor(1), toString from hasOwnProperty'])(
    'leaves names of objects alone: %s',
    (text) => expect(rewritten(text)).toBe(text),
  )

  it.each([
    ['a constant', "select 'a"],
    ['a name', 'select `a'],
    ['a comment', 'select /* a'],
  ])('refuses %s without an end, with its position', (_, text) => {
    expect(() => rewritten(text)).toThrowError(
      expect.objectContaining({ code: 'log_query_refused', details: { line: 1, column: 8 } }),
    )
  })

  it('finds the place of an error in the original text', () => {
    const { text, positionOf } = rewriteQuery(
      'select ü,\n  timestamp_trunc(timestamp, day) -- x\nfrom nowhere',
    )
    expect(positionOf(Buffer.byteLength(text.slice(0, text.indexOf('nowhere'))))).toEqual({
      line: 3,
      column: 6,
    })
  })

  it('names the sources of a query', () => {
    expect(rewriteQuery('select 1 from Edge_Logs, (select 2 from `auth_logs`)').sources).toEqual([
      'edge_logs',
      'auth_logs',
    ])
  })

  it.each([
    ['parentheses', '('.repeat(20_000)],
    ['closed parentheses', ')'.repeat(20_000)],
    ['brackets in brackets', '[('.repeat(10_000)],
    ['joins', `select 1 from a ${'cross join unnest(metadata) as m '.repeat(600)}`],
    ['names', `select ${'a.'.repeat(9990)}`],
    ['backslashes', `select '${'\\'.repeat(19_000)}'`],
  ])('takes many %s', (_, text) => {
    expect(() => rewriteQuery(text)).not.toThrowError(RangeError)
  })
})
