import { describe, expect, it } from 'vitest'
import type { Counters } from '../../project/query-counters.ts'
import { differenceOf } from './differences.ts'
import { isInternalStatement, sourceOf } from './source.ts'

const before: Counters = {
  calls: 10,
  totalMs: 100,
  rows: 50,
  blocksHit: 20,
  blocksRead: 4,
  minMs: 5,
  maxMs: 20,
  since: 1000,
}
const { since: _since, ...all } = before

describe('the difference of two readings', () => {
  it.each([
    ['a new query', undefined, before, all],
    ['no calls', before, before, undefined],
    ['counters that began again', { ...before, since: 999 }, before, all],
    [
      'fewer calls from the same time, as in an older copy',
      { ...before, calls: 11 },
      before,
      undefined,
    ],
    [
      'fewer calls without a time',
      { ...before, calls: 11, since: null },
      { ...before, since: null },
      all,
    ],
  ])('is that of %s', (_what, first, second, expected) => {
    expect(differenceOf(first, second)).toEqual(expected)
  })

  it('counts the calls in between, and their extremes if they changed', () => {
    const now = { ...before, calls: 12, totalMs: 160, rows: 51, blocksHit: 21, maxMs: 40 }
    expect(differenceOf(before, now)).toEqual({
      calls: 2,
      totalMs: 60,
      rows: 1,
      blocksHit: 1,
      blocksRead: 0,
      minMs: 30,
      maxMs: 40,
    })
  })
})

it.each([
  ['anon', false, 'data_api'],
  ['supabase_auth_admin', false, 'auth'],
  ['supabase_admin', false, 'platform'],
  ['authenticator', false, 'platform'],
  ['postgres', false, 'owner'],
  ['postgres', true, 'platform'],
  ['reporting', false, 'custom_role'],
] as const)('derives the source of a query of %s (internal: %s)', (role, isInternal, source) => {
  expect(sourceOf({ role, isInternal })).toBe(source)
})

it.each([
  ['select relname from pg_catalog.pg_class', true],
  ['select * from information_schema.tables', true],
  ['insert into "stoa_advice_02b0".orders select * from orders', true],
  ['select version from stoa.migrations', true],
  ['select * from stoas', false],
  ['select pg_sleep($1)', false],
  ['select * from orders where pg_name = $1', false],
])('decides whether %s reads the catalogs', (statement, isInternal) => {
  expect(isInternalStatement(statement)).toBe(isInternal)
})
