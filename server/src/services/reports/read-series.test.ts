import { expect, it } from 'vitest'
import { edgeEvent, HOUR, HOUR_MS, REF, writtenLogs } from '../../../test/hand-written-logs.ts'
import { createMetrics } from '../../metrics/metrics.ts'
import { createSeriesReader } from './read-series.ts'

const MINUTE = 60_000
const now = HOUR + HOUR_MS - 1

/** Everything was written before the server started. */
function readerOf(logs: ReturnType<typeof writtenLogs>) {
  const clock = { now: () => new Date(now) }
  let scans = 0
  const read = createSeriesReader({
    logs: {
      reader: {
        ...logs.reader,
        read: (...args) => {
          scans += 1
          return logs.reader.read(...args)
        },
      },
    },
    metrics: createMetrics({ clock }),
    retentionDaysOf: async () => 1,
    clock,
  })
  const range = { from: new Date(HOUR).toISOString(), to: new Date(now).toISOString() }
  return {
    scans: () => scans,
    read: (metrics: string, points = 6) => read(REF, { metrics, points, ...range }),
  }
}

const sample = (minute: number, values: object) => ({
  id: `m${minute}`,
  timestamp: (HOUR + minute * MINUTE) * 1000,
  event_message: 'Measured',
  severity: 'info',
  ...values,
})

it('reads counts, exact percentiles and samples in the order of the request', async () => {
  const logs = writtenLogs()
  logs.write('edge_logs', [
    ...Array.from({ length: 11 }, (_, index) =>
      edgeEvent(index * 1000, { response_origin_time: index, response_bytes: 10 }),
    ),
    edgeEvent(11 * MINUTE, { request_path: '/auth/v1/token', response_status_code: 500 }),
  ])
  logs.write('metrics', [
    sample(0, { connections: 2, deadlocks: 1, longest_transaction_ms: 5 }),
    sample(1, { connections: 4, deadlocks: 2, longest_transaction_ms: 3 }),
    sample(12, { connections: 7 }),
  ])
  const { read } = readerOf(logs)
  const names =
    'connections,gateway.requests,gateway.latency_p50,auth.server_errors,deadlocks,longest_transaction_ms,data-api.egress_bytes,gateway.latency_p99'
  const { from, step_seconds, series } = await read(names)
  expect({ from, step_seconds }).toEqual({ from: new Date(HOUR).toISOString(), step_seconds: 600 })
  expect(series.map(({ metric }) => metric).join()).toBe(names)
  expect(series.map(({ values }) => values.slice(0, 3))).toEqual([
    [3, 7, null],
    [11, 1, 0],
    [5, 3.5, null],
    [0, 1, 0],
    [3, null, null],
    [5, null, null],
    [110, 0, 0],
    [9.9, 3.5, null],
  ])
})

it('scans once for members who look at the same time', async () => {
  const logs = writtenLogs()
  logs.write('edge_logs', [edgeEvent(1000)])
  const { read, scans } = readerOf(logs)
  const results = await Promise.all(Array.from({ length: 10 }, () => read('gateway.requests')))
  expect(results.every(({ series }) => series[0]?.values[0] === 1)).toBe(true)
  expect(scans()).toBe(1)
})

it.each([
  ['gateway.requests,nothing', 'metric_unknown'],
  ['constructor', 'metric_unknown'],
  [Array.from({ length: 13 }, (_, index) => `x${index}`).join(), 'too_many_metrics'],
])('refuses %s', async (metrics, code) => {
  await expect(readerOf(writtenLogs()).read(metrics)).rejects.toMatchObject({ code })
})
