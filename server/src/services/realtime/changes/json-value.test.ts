import { expect, it } from 'vitest'
import { jsonOf } from './json-value.ts'

it.each([
  [null, 'int4', null, null],
  ['t', 'bool', null, true],
  ['12.50', 'numeric', null, 12.5],
  ['NaN', 'float8', null, 'NaN'],
  ['{"a":1}', 'jsonb', null, { a: 1 }],
  ['2026-01-02 03:04:05.6+05:30', 'timestamptz', null, '2026-01-02T03:04:05.6+05:30'],
  ['2026-01-02 03:04:05', 'timestamp', null, '2026-01-02T03:04:05'],
  ['infinity', 'timestamptz', null, 'infinity'],
  ['{}', '_int4', 'int4', []],
  [
    '{{1,2},{3,NULL}}',
    '_int4',
    'int4',
    [
      [1, 2],
      [3, null],
    ],
  ],
  ['[0:1]={t,f}', '_bool', 'bool', [true, false]],
  ['{"a\\"b\\\\",NULL,"NULL",x}', '_text', 'text', ['a"b\\', null, 'NULL', 'x']],
  ['a "quoted"\ntext', 'text', null, 'a "quoted"\ntext'],
])('%s of the type %s is JSON', (text, base, element, expected) => {
  expect(JSON.parse(jsonOf(text, { base, element }))).toEqual(expected)
})
