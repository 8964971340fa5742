import { expect, it } from 'vitest'
import { emptyMinute } from '../runtime/counts/minute.ts'
import { statisticsOf } from './statistics.ts'

const HOUR = Date.parse('2026-01-01T10:00:00.000Z') / 60_000
const MINUTES = [
  {
    ...emptyMinute(HOUR + 1),
    requests: 4,
    errors: 1,
    redirects: 1,
    clientErrors: 1,
    cpuMs: 20,
    peakCpuMs: 12,
    measurements: 2,
    memoryBytes: 96 * 1024 * 1024,
    durations: { 5: 3, 105: 1 },
    lines: { info: 2, warn: 1, error: 1, debug: 1 },
  },
  { ...emptyMinute(HOUR + 59), requests: 1, durations: { 15: 1 } },
  { ...emptyMinute(HOUR + 60), lines: { info: 1 } },
]

it('has one row per minute with events', () => {
  const rows = statisticsOf(MINUTES, 1)
  expect(rows.map(({ timestamp }) => timestamp)).toEqual([
    '2026-01-01T10:01:00.000Z',
    '2026-01-01T10:59:00.000Z',
    '2026-01-01T11:00:00.000Z',
  ])
  expect(rows[0]).toEqual({
    timestamp: '2026-01-01T10:01:00.000Z',
    requests_count: 4,
    success_count: 1,
    redirect_count: 1,
    client_err_count: 1,
    server_err_count: 1,
    avg_execution_time: 30,
    max_execution_time: 105,
    avg_cpu_time_used: 5,
    max_cpu_time_used: 12,
    avg_memory_used: 48,
    log_count: 5,
    log_info_count: 2,
    log_warn_count: 1,
    log_error_count: 1,
  })
  expect(rows[2]).toMatchObject({
    requests_count: 0,
    avg_execution_time: null,
    max_execution_time: null,
    avg_memory_used: null,
    log_count: 1,
  })
})

it('adds up the minutes of an hour', () => {
  expect(statisticsOf(MINUTES, 60)).toMatchObject([
    {
      timestamp: '2026-01-01T10:00:00.000Z',
      requests_count: 5,
      avg_execution_time: 27,
    },
    { timestamp: '2026-01-01T11:00:00.000Z', requests_count: 0 },
  ])
})
