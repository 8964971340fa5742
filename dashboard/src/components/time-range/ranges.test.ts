import { describe, expect, it } from 'vitest'
import { rangeOf } from './range-search.ts'
import { daysOf, parseFields, presetsWithin, rangeLabel, toLocalField } from './ranges.ts'

it('offers the ranges within what the plan keeps', () => {
  const labels = (days: number | undefined) => presetsWithin(days).map(({ value }) => value)
  expect(labels(1)).toEqual(['15m', '1h', '3h', '24h'])
  expect(labels(7)).toEqual(['15m', '1h', '3h', '24h', '3d', '7d'])
  expect(labels(undefined)).toEqual(labels(1))
})

it('names a range', () => {
  expect(rangeLabel({ kind: 'last', minutes: 60 })).toBe('Last hour')
  expect(rangeLabel({ kind: 'last', minutes: 120 })).toBe('Last 2 hours')
  expect(rangeLabel({ kind: 'last', minutes: 2880 })).toBe('Last 2 days')
})

it('counts the days of a range', () => {
  expect(daysOf({ kind: 'last', minutes: 2880 })).toBe(2)
  expect(
    daysOf({ kind: 'between', from: '2026-03-01T00:00:00.000Z', to: '2026-03-01T12:00:00.000Z' }),
  ).toBe(0.5)
})

it('reads the fields of a range of one’s own', () => {
  const time = Date.parse('2026-03-01T12:00:05.000Z')
  const field = toLocalField(time)
  expect(parseFields(field, toLocalField(time + 60_000))).toEqual({ from: time, to: time + 60_000 })
  expect(parseFields(field, field)).toEqual({ problem: 'The start must be before the end.' })
  expect(parseFields('', field)).toEqual({ problem: 'Enter a start and an end.' })
})

describe('the range of a URL', () => {
  it('is the last hour unless the URL has another', () => {
    expect(rangeOf({})).toEqual({ kind: 'last', minutes: 60 })
    expect(rangeOf({ range: '7d' })).toEqual({ kind: 'last', minutes: 7 * 1440 })
    expect(rangeOf({ range: 'soon' })).toEqual({ kind: 'last', minutes: 60 })
  })

  it('needs an end after its start', () => {
    const [early, late] = ['2026-03-01T10:00:00.000Z', '2026-03-01T11:00:00.000Z']
    expect(rangeOf({ from: early, to: late })).toEqual({ kind: 'between', from: early, to: late })
    expect(rangeOf({ from: late, to: early })).toEqual({ kind: 'last', minutes: 60 })
  })
})
