import { expect, it } from 'vitest'
import { emptyMinute, MINUTE_MS } from '../runtime/counts/minute.ts'
import { measure, spanOf } from './metrics.ts'

const NOW = Date.parse('2026-01-01T02:00:30.000Z')
const MINUTE = Math.floor(NOW / MINUTE_MS)

it.each([
  ['15m', '2026-01-01T01:46:00.000Z', 15],
  ['1h', '2026-01-01T01:01:00.000Z', 12],
  ['3h', '2025-12-31T23:01:00.000Z', 18],
  ['24h', '2025-12-31T02:01:00.000Z', 24],
] as const)('%s end with the minute that has begun', (period, from, parts) => {
  const { buckets } = measure([], spanOf(period, NOW))
  expect([buckets[0]?.from, buckets.length]).toEqual([from, parts])
})

it('adds up requests, errors, cold starts and processor time, and finds durations and the peak', () => {
  const minutes = [
    { ...emptyMinute(MINUTE - 59), requests: 2, errors: 1, durations: { 5: 1, 120: 1 } },
    {
      ...emptyMinute(MINUTE),
      requests: 18,
      coldStarts: 1,
      cpuMs: 30,
      peakMemoryBytes: 7e7,
      durations: { 2: 17, 9: 1 },
    },
  ]
  const { buckets, ...metrics } = measure(minutes, spanOf('1h', NOW))
  expect(metrics).toEqual({
    requests: 20,
    errors: 1,
    cold_starts: 1,
    cpu_ms: 30,
    peak_memory_bytes: 7e7,
    p50_ms: 2,
    p95_ms: 9,
  })
  expect(buckets[0]).toMatchObject({ requests: 2, errors: 1, p95_ms: 120 })
  expect(buckets[5]).toMatchObject({ requests: 0, p95_ms: null, peak_memory_bytes: null })
  expect(buckets[11]).toMatchObject({ requests: 18, cold_starts: 1, p95_ms: 9 })
})
