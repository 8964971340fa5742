import { describe, expect, it } from 'vitest'
import type { PivotSettings } from '../view-settings.ts'
import { firstPivot, pivotOf } from './pivot.ts'

const sales = {
  columns: [
    { name: 'month', type: 'text' },
    { name: 'region', type: 'text' },
    { name: 'amount', type: 'numeric' },
  ],
  rows: [
    ['Jan', 'north', '0.1'],
    ['Jan', 'north', '0.2'],
    ['Feb', null, '12345678901234567890'],
    ['Feb', 'south', null],
  ],
}
const settings = firstPivot(sales)
const only = (aggregate: PivotSettings['aggregate'], rows: (string | null)[][]) =>
  pivotOf({ ...sales, rows }, { ...settings, columns: null, aggregate }).rows.map(
    ({ values }) => values[0],
  )

describe('a pivot', () => {
  it('has a row and a column for each value, and adds without rounding', () => {
    expect(settings).toEqual({
      rows: 'month',
      columns: 'region',
      value: 'amount',
      aggregate: 'sum',
    })
    expect(pivotOf(sales, settings)).toEqual({
      columns: ['north', 'NULL', 'south'],
      rows: [
        { name: 'Jan', values: ['0.3', null, null] },
        { name: 'Feb', values: [null, '12345678901234567890', null] },
      ],
      omitted: [],
    })
  })

  it.each([
    ['count', '2'],
    ['sum', '7.5'],
    ['average', '3.75'],
    ['minimum', '-2.5'],
    ['maximum', '10'],
  ] as const)('has the %s of the values, without NULL', (aggregate, expected) => {
    const rows = [
      ['a', '', '10'],
      ['a', '', '-2.5'],
      ['a', '', null],
    ]
    expect(only(aggregate, rows)).toEqual([expected])
  })

  it('compares texts as texts', () => {
    const rows = [
      ['a', '', 'b'],
      ['a', '', 'a'],
    ]
    expect(only('minimum', rows)).toEqual(['a'])
  })

  it('says what it leaves out', () => {
    const rows = Array.from({ length: 1200 }, (_, index) => [`m${index}`, `r${index % 60}`, '1'])
    const { omitted } = pivotOf({ ...sales, rows }, settings)
    expect(omitted).toEqual([
      'Shows the first 1,000 of 1,200 rows.',
      'Shows the first 50 of 60 columns.',
    ])
  })
})
