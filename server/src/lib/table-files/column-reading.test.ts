import type { ColumnReading, FileColumnType } from '@stoa/contract/services/table-files'
import { expect, it } from 'vitest'
import { readingOf, withIsoDate } from './column-reading.ts'

it.each([
  ['31/12/2026', 'dmy', '2026-12-31'],
  ['1.2.26', 'dmy', '2026-02-01'],
  ['1.2.69', 'dmy', '2069-02-01'],
  ['1.2.70', 'dmy', '1970-02-01'],
  ['02/01/2026 14:05:09', 'mdy', '2026-02-01 14:05:09'],
  ['26-02-01T10:00Z', 'ymd', '2026-02-01T10:00Z'],
  ['2026/2/1, 09:30', 'ymd', '2026-02-01, 09:30'],
  // Anything else is left to Postgres.
  ['2026-02-01', 'dmy', '2026-02-01'],
  ['1/2-2026', 'dmy', '1/2-2026'],
  ['123/1/2', 'ymd', '123/1/2'],
  ['1/2/20261', 'dmy', '1/2/20261'],
  ['yesterday', 'dmy', 'yesterday'],
] as const)('reads the date %s in the order %s as %s', (text, order, iso) => {
  expect(withIsoDate(text, order)).toBe(iso)
})

it.each<[FileColumnType | 'other', ColumnReading, readonly (readonly [string, string | null])[]]>([
  [
    'integer',
    { null_text: 'n/a' },
    [
      ['n/a', null],
      ['N/A', 'N/A'],
      ['7', '7'],
      ['', null],
    ],
  ],
  [
    'text',
    { null_text: '-' },
    [
      ['-', null],
      ['', ''],
      ['a', 'a'],
    ],
  ],
  [
    'numeric',
    { decimal: ',' },
    [
      ['1.234,5', '1234.5'],
      ['7', '7'],
    ],
  ],
  ['numeric', { decimal: '.' }, [['1.5', '1.5']]],
  [
    'boolean',
    { true_text: 'Ja', false_text: 'nein' },
    [
      ['ja', 'true'],
      [' NEIN ', 'false'],
      ['true', 'true'],
      ['vielleicht', 'vielleicht'],
    ],
  ],
  [
    'other',
    { date_order: 'dmy', null_text: '0' },
    [
      ['3.4.2026', '2026-04-03'],
      ['0', null],
    ],
  ],
])('reads values of %s with %j', (type, reading, values) => {
  const read = readingOf(type, { decimal: '.', reading })
  expect(values.map(([text]) => read(text))).toEqual(values.map(([, value]) => value))
  expect(read(null)).toBeNull()
})

it('reads one column with decimal points in a file with decimal commas', () => {
  const read = readingOf('numeric', { decimal: ',', reading: { decimal: '.' } })
  expect(read('1.234')).toBe('1.234')
})
