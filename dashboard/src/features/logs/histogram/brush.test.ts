import { describe, expect, it } from 'vitest'
import { bucketAt, countsLabel, rangeBetween, timesOfBuckets } from './brush.ts'

const START = Date.parse('2026-03-01T12:00:00.000Z')
const histogram = {
  bucket_ms: 60_000,
  buckets: [0, 1, 2, 3].map((minute) => ({
    from: (START + minute * 60_000) * 1000,
    debug: 0,
    info: minute,
    warning: 0,
    error: 0,
  })),
}

describe('a brush over a histogram', () => {
  it('finds the bucket at a place, and the nearest one outside the chart', () => {
    const chart = { width: 400, count: 4 }
    expect([0, 99, 100, 399, 400, -20, 900].map((x) => bucketAt(x, chart))).toEqual([
      0, 0, 1, 3, 3, 0, 3,
    ])
  })

  it('selects whole buckets, in whichever direction it is drawn', () => {
    const expected = { from: START + 60_000, to: START + 180_000 }
    expect(timesOfBuckets(histogram, rangeBetween(1, 2))).toEqual(expected)
    expect(timesOfBuckets(histogram, rangeBetween(2, 1))).toEqual(expected)
  })

  it('selects at least a millisecond', () => {
    const short = { ...histogram, bucket_ms: 0.1 }
    expect(timesOfBuckets(short, rangeBetween(0, 0))).toEqual({ from: START, to: START + 1 })
  })

  it('selects nothing outside the histogram', () => {
    expect(timesOfBuckets(histogram, rangeBetween(2, 9))).toBeUndefined()
  })
})

it('says how many events there were', () => {
  expect(countsLabel({ debug: 0, info: 1200, warning: 1, error: 3 })).toBe(
    '1,204 events, 3 errors, 1 warning',
  )
  expect(countsLabel({ debug: 1, info: 0, warning: 0, error: 0 })).toBe('1 event')
})
