import { POSTGRES_SETTING_NAMES, postgresSetting } from '@stoa/contract/catalog/postgres-settings'
import { expect, it } from 'vitest'
import { problemOf, rangeOf } from './ranges.ts'

const GB = 1024 ** 3

it.each([
  ['work_mem', '64kB', true],
  ['work_mem', '32kB', false],
  ['work_mem', '409MB', true],
  ['work_mem', '410MB', false],
  ['work_mem', '1TB', false],
  ['shared_buffers', '1638MB', true],
  ['shared_buffers', '2GB', false],
  ['effective_cache_size', '512GB', true],
  ['max_connections', 60, true],
  ['max_connections', 59, false],
  ['max_connections', 501, false],
  ['statement_timeout', '0', true],
  ['statement_timeout', '29s', false],
  ['statement_timeout', '500ms', false],
  ['statement_timeout', '2min', true],
  ['checkpoint_timeout', '0', false],
  ['wal_keep_size', '0MB', true],
  ['wal_keep_size', '1MB', false],
  ['hot_standby_feedback', true, true],
] as const)('with 4 GB of memory, %s = %s is valid: %s', (name, value, isValid) => {
  expect(problemOf(name, value, 4 * GB) === undefined).toBe(isValid)
})

it('names the range', () => {
  expect(problemOf('work_mem', '1TB', 4 * GB)).toBe('work_mem must be from 64kB to 409MB.')
  expect(problemOf('statement_timeout', '1s', 4 * GB)).toBe(
    'statement_timeout must be from 30s to 7d, or 0.',
  )
})

it.each([0, 256 * 1024 ** 2, 4 * GB, 1024 * GB])(
  'has a range with a smallest value for %s bytes of memory',
  (memory) => {
    const ranges = POSTGRES_SETTING_NAMES.map((name) => ({ name, range: rangeOf(name, memory) }))
    const switches = ranges.filter(({ range }) => range === undefined).map(({ name }) => name)
    expect(switches).toEqual(
      POSTGRES_SETTING_NAMES.filter((name) => postgresSetting(name).kind === 'switch'),
    )
    const problems = ranges.flatMap(({ name, range }) =>
      range ? [problemOf(name, range.min, memory), problemOf(name, range.max, memory)] : [],
    )
    expect(new Set(problems)).toEqual(new Set([undefined]))
  },
)
