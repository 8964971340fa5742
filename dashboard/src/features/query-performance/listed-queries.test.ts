import type { QueryStatistics } from '@stoa/contract/services/query-performance/query-performance'
import { describe, expect, it } from 'vitest'
import { exportQueries } from './export-queries.ts'
import { historyCharts, historyTimes, intervalOf } from './history-charts.ts'
import { filterQueries, sortQueries, withShares } from './listed-queries.ts'
import { migrationEffects, timeOfVersion } from './migration-effects.ts'
import { runningCounts } from './running-counts.ts'
import { spanOf, spansWithin } from './spans.ts'
import { formatMilliseconds } from './words.ts'

const query = (id: string, more: Partial<QueryStatistics> = {}): QueryStatistics => ({
  id,
  role: 'postgres',
  source: 'owner',
  statement: 'select * from orders',
  calls: 1,
  total_ms: 10,
  mean_ms: 10,
  min_ms: 10,
  max_ms: 10,
  rows: 1,
  cache_hit_percent: 100,
  ...more,
})
const ids = (queries: readonly QueryStatistics[]) => queries.map(({ id }) => id)

describe('the list of queries', () => {
  const all = [
    query('a', { total_ms: 30 }),
    query('b', { source: 'platform', cache_hit_percent: null }),
    query('c', { role: 'anon', source: 'data_api', statement: 'update "Users"', total_ms: 60 }),
  ]

  it('has shares of the time of all queries', () => {
    expect(withShares(all).map(({ share }) => share)).toEqual([30, 10, 60])
    expect(withShares([query('a', { total_ms: 0 })])[0]?.share).toBe(0)
  })

  it.each([
    [{}, ['a', 'c']],
    [{ source: 'platform' as const }, ['b']],
    [{ role: 'anon' }, ['c']],
    [{ search: ' USERS  update' }, ['c']],
    [{ search: 'missing' }, []],
  ])('shows what %j asks for', (filter, expected) => {
    expect(ids(filterQueries(all, { search: '', role: '', source: '', ...filter }))).toEqual(
      expected,
    )
  })

  it('puts queries without a value last in both orders', () => {
    const sort = 'cache_hit_percent'
    const some = [all[1], query('x', { cache_hit_percent: 5 }), all[0]].flatMap(
      (each) => each ?? [],
    )
    expect(ids(sortQueries(some, { sort, order: 'asc' }))).toEqual(['x', 'a', 'b'])
    expect(ids(sortQueries(some, { sort, order: 'desc' }))).toEqual(['a', 'x', 'b'])
  })

  it('is exported without formulas', () => {
    const [listed] = withShares([query('a', { statement: '=1, "x"' })])
    expect(listed && exportQueries([listed], 'csv').split('\r\n')[1]).toBe(
      `"'=1, ""x""",postgres,owner,1,10,100,10,10,10,1,100`,
    )
    expect(listed && JSON.parse(exportQueries([listed], 'json'))).toMatchObject([{ calls: 1 }])
  })
})

const HOUR = 3_600_000
const START = Date.parse('2026-03-01T10:00:00.000Z')
const point = (hour: number, calls: number, ms: number) => ({
  at: new Date(START + hour * HOUR).toISOString(),
  calls,
  total_ms: ms,
  rows: 0,
})

describe('the history of a query', () => {
  const history = {
    step_hours: 1,
    points: [point(0, 2, 20), point(2, 1, 99), point(3, 4, 4)],
    calls: 7,
    mean_ms: 17,
  }

  it('has no time per call where there was no call', () => {
    const times = historyTimes(history, { readAt: START + 4.5 * HOUR, hours: 5 })
    expect(times).toHaveLength(5)
    const [time, calls] = historyCharts(history, times)
    expect(time?.series[0]?.values).toEqual([10, null, 99, 1, null])
    expect(calls?.series[0]?.values).toEqual([2, 0, 1, 4, 0])
    expect(intervalOf(times, START + 2.5 * HOUR)).toBe(2)
    expect(intervalOf(times, START - 1)).toBeUndefined()
  })

  it('covers the whole span, in step with the intervals that have calls', () => {
    const day = historyTimes(history, { readAt: START + 4.5 * HOUR, hours: 24 })
    expect(day).toHaveLength(24)
    expect(day).toContain(START)
    const long = historyTimes(
      { ...history, step_hours: 26 },
      { readAt: START + 4.5 * HOUR, hours: 24 * 30 },
    )
    expect(long).toHaveLength(28)
    expect(long.at(-1)).toBe(START)
  })

  it('is compared around each migration, without the interval that it is in', () => {
    const name = 'Create an index'
    const migrations = [
      { version: '20260301121500', name },
      { version: '20260301094500', name: 'Before the first call' },
      { version: '0042', name: 'Not a time' },
    ]
    expect(migrationEffects(history, migrations)).toEqual([
      {
        version: '20260301121500',
        name,
        at: START + 2.25 * HOUR,
        beforeMs: 10,
        afterMs: 1,
      },
    ])
    expect(migrationEffects(history, [{ version: '20260301133000', name }])).toMatchObject([
      { beforeMs: 119 / 3, afterMs: null },
    ])
    expect(timeOfVersion('20269901000000')).toBeUndefined()
  })
})

it('offers the spans that are kept', () => {
  expect(spansWithin(7).map(({ value }) => value)).toEqual(['1h', '24h', '7d'])
  expect(spansWithin(28).map(({ value }) => value)).toEqual(['1h', '24h', '7d', '30d'])
  expect(spanOf('nonsense').value).toBe('24h')
})

it.each([
  [0.04, '0.04 ms'],
  [12.34, '12.3 ms'],
  [1234, '1.23 s'],
  [90_000, '1.5 min'],
  [7_200_000, '2.0 h'],
])('writes %d milliseconds as %s', (ms, text) => {
  expect(formatMilliseconds(ms)).toBe(text)
})

it('counts the queries that run, without the platform’s', () => {
  const session = {
    pid: 1,
    backend_start: '2026-03-01T10:00:00Z',
    role: 'postgres',
    application: '',
    client_address: null,
    state: 'active',
    wait_event_type: null,
    wait_event: null,
    state_seconds: 3,
    transaction_seconds: 3,
    statement: null,
    blocked_by: [],
    is_platform: false,
    can_cancel: true,
    can_terminate: true,
  }
  const others = [
    { ...session, state_seconds: 8, blocked_by: [1] },
    { ...session, state: 'idle' },
    { ...session, is_platform: true, state_seconds: 99 },
  ]
  expect(runningCounts([session, ...others])).toEqual({
    running: 2,
    blocked: 1,
    longestSeconds: 8,
  })
  expect(runningCounts([]).longestSeconds).toBeUndefined()
})
