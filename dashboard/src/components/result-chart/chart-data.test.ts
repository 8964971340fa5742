import { describe, expect, it } from 'vitest'
import { chartData, firstChart } from './chart-data.ts'

const sales = {
  columns: [
    { name: 'month', type: 'text' },
    { name: 'region', type: 'text' },
    { name: 'amount', type: 'numeric(10,2)' },
  ],
  rows: [
    ['Jan', 'north', '1.50'],
    ['Jan', 'south', '2'],
    ['Feb', 'north', null],
    ['Feb', 'north', '4'],
    [null, 'north', 'NaN'],
  ],
}
const chart = firstChart(sales)

describe('a chart', () => {
  it('begins with the first text on the x axis and the first number on the y axis', () => {
    expect(chart).toMatchObject({ x: 'month', y: ['amount'], group: null })
    expect(firstChart({ columns: [{ name: 'n', type: 'integer' }], rows: [] })).toMatchObject({
      x: 'n',
      y: [],
    })
  })

  it('has a point for each row, and a gap for what is no number', () => {
    expect(chartData(sales, chart)).toEqual({
      labels: ['Jan', 'Jan', 'Feb', 'Feb', 'NULL'],
      series: [{ name: 'amount', tone: 'accent', values: [1.5, 2, null, 4, null] }],
      omitted: [],
    })
  })

  it('adds the values of a group', () => {
    const { labels, series } = chartData(sales, { ...chart, group: 'region' })
    expect(labels).toEqual(['Jan', 'Feb', 'NULL'])
    expect(series).toMatchObject([
      { name: 'north', values: [1.5, 4, null] },
      { name: 'south', values: [2, null, null] },
    ])
  })

  it('adds up, and says which values a logarithmic axis leaves out', () => {
    const data = chartData(
      {
        ...sales,
        rows: [
          ['a', '', '0'],
          ['b', '', '3'],
          ['c', '', '4'],
        ],
      },
      { ...chart, isCumulative: true, isLogarithmic: true },
    )
    expect(data.series[0]?.values).toEqual([0, 3, 7])
    expect(data.omitted).toEqual(['1 value of zero or less has no place on a logarithmic axis.'])
  })

  it('says that it leaves out groups and rows', () => {
    const rows = Array.from({ length: 2500 }, (_, index) => [`x${index}`, `g${index % 7}`, '1'])
    expect(chartData({ ...sales, rows }, chart).omitted).toEqual([
      'The chart shows the first 2,000 of 2,500 rows.',
    ])
    const { series, omitted } = chartData({ ...sales, rows }, { ...chart, group: 'region' })
    expect(series).toHaveLength(5)
    expect(omitted).toEqual([
      'The chart shows the first 5 of 7 groups.',
      'The chart shows the first 2,000 values of month.',
    ])
  })
})
