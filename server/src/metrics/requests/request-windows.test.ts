import { expect, it } from 'vitest'
import { createMetrics } from '../metrics.ts'
import { noLogs } from '../../project/log-sink.ts'
import { DURATION_PARTS, partOf, percentileOf } from './durations.ts'

const MINUTE = 60_000
const START = Date.UTC(2026, 5, 1, 12)

function counting() {
  let at = START
  const metrics = createMetrics({ clock: { now: () => new Date(at) } })
  const sink = metrics.tee(noLogs)
  return {
    metrics,
    later: (ms: number) => (at += ms),
    request(path: string, status = 200, ms = 5) {
      const columns = {
        request_path: path,
        response_status_code: status,
        response_origin_time: ms,
        response_bytes: 100,
      }
      sink.write('project', 'edge_logs', { message: '', severity: 'info', columns })
    },
  }
}

it('counts requests by minute, for all services and for each', () => {
  const { metrics, request, later } = counting()
  request('/rest/v1/todos')
  request('/rest/v1/todos', 404)
  request('/auth/v1/token', 500)
  request('/graphql/v1')
  later(MINUTE)
  request('/rest/v1')
  later(MINUTE)
  const recent = (metric: Parameters<typeof metrics.recent>[1]) =>
    metrics.recent('project', metric, 2)
  expect(recent('gateway.requests')).toEqual([4, 1])
  expect(recent('data-api.requests')).toEqual([2, 1])
  expect(recent('data-api.client_errors')).toEqual([1, 0])
  expect(recent('auth.server_errors')).toEqual([1, 0])
  expect(recent('storage.requests')).toEqual([0, 0])
  expect(recent('gateway.egress_bytes')).toEqual([400, 100])
  expect(recent('storage.latency_p95')).toEqual([null, null])
})

it('knows nothing about minutes before the start, and forgets those of more than an hour ago', () => {
  const { metrics, request, later } = counting()
  request('/rest/v1/todos')
  expect(metrics.recent('project', 'gateway.requests', 3)).toEqual([null, null, null])
  later(60 * MINUTE)
  expect(metrics.recent('project', 'gateway.requests', 60)[0]).toBe(1)
  later(MINUTE)
  request('/rest/v1/todos')
  expect(metrics.recent('project', 'gateway.requests', 60)).toEqual(Array(60).fill(0))
  expect(metrics.covers(START)).toBe(false)
  expect(metrics.covers(START + MINUTE)).toBe(true)
})

it('sums the current minute into an interval', () => {
  const { metrics, request, later } = counting()
  request('/rest/v1/todos')
  later(MINUTE)
  request('/rest/v1/todos')
  const intervals = { from: START, stepMs: 5 * MINUTE, count: 2 }
  expect(metrics.series('project', 'gateway.requests', intervals)).toEqual([2, null])
})

it.each([0.5, 0.95, 0.99])('is within a tenth of the %s percentile', (fraction) => {
  const durations = Array.from({ length: 1000 }, (_, index) => Math.round(1.008 ** index))
  const counts = new Uint32Array(DURATION_PARTS)
  for (const ms of durations) counts[partOf(ms)]! += 1
  const exact = durations[Math.round(fraction * 999)]!
  expect(Math.abs(percentileOf(counts, fraction)! - exact) / exact).toBeLessThan(0.1)
})

it.each([
  [[], null],
  [[3], 3],
  [[2, 2, 2], 2],
  [[0.2], 0],
])('reads the median of %j', (durations, median) => {
  const counts = new Uint32Array(DURATION_PARTS)
  for (const ms of durations) counts[partOf(ms)]! += 1
  expect(percentileOf(counts, 0.5)).toBe(median)
})

it('counts durations of days in the last part', () => {
  expect(partOf(1e9)).toBe(DURATION_PARTS - 1)
})
