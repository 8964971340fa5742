import { expect, it } from 'vitest'
import { resultOf } from './query.ts'

it('shows the values of a result as grids and charts expect them', () => {
  const result = resultOf({
    columns: [
      { name: 'timestamp', type: 'timestamp' },
      { name: 'count', type: 'bigint' },
      { name: 'share', type: 'decimal' },
      { name: 'ok', type: 'boolean' },
      { name: 'metadata', type: 'record[]' },
      { name: 'message', type: 'varchar' },
    ],
    rows: [
      [1_772_366_400_000_000, 3, 0.5, true, [{ request: { method: 'GET' } }], 'hello'],
      [null, null, null, null, null, null],
    ],
    is_truncated: false,
    duration_ms: 4,
  })
  expect(result.columns.map(({ type }) => type)).toEqual([
    'timestamptz',
    'int8',
    'float8',
    'bool',
    'json',
    'text',
  ])
  expect(result.rows).toEqual([
    ['2026-03-01T12:00:00.000Z', '3', '0.5', 'true', '[{"request":{"method":"GET"}}]', 'hello'],
    [null, null, null, null, null, null],
  ])
})
