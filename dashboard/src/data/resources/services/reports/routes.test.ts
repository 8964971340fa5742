import { expect, it } from 'vitest'
import { routesOf } from './routes.ts'
import { joined, splitAt } from './series.ts'

it('reads routes by the names of their columns', () => {
  const columns = ['path', 'method', 'requests', 'p95_ms'].map((name) => ({ name }))
  expect(routesOf({ columns, rows: [['/rest/v1/todos', 'GET', '12', 3.5]] })).toEqual([
    {
      id: 'GET /rest/v1/todos ',
      method: 'GET',
      path: '/rest/v1/todos',
      requests: 12,
      p95Ms: 3.5,
      status: null,
    },
  ])
})

it('puts the parts of a request into the same intervals', () => {
  const part = (
    from: string,
    metric: 'cpu_percent' | 'memory_bytes',
    values: (number | null)[],
  ) => ({
    from,
    step_seconds: 60,
    series: [{ metric, values }],
  })
  const { times, values } = joined([
    part('2026-03-01T12:00:00.000Z', 'cpu_percent', [1, null, 3]),
    part('2026-03-01T12:01:00.000Z', 'memory_bytes', [20, 30, 40]),
  ])
  expect(times.map((time) => new Date(time).toISOString().slice(11, 16))).toEqual([
    '12:00',
    '12:01',
    '12:02',
  ])
  expect(values).toEqual({ cpu_percent: [1, null, 3], memory_bytes: [null, 20, 30] })
})

const MINUTE = 60_000
const measured = {
  times: [0, 1, 2, 3].map((minute) => minute * MINUTE),
  stepMs: MINUTE,
  values: { cpu_percent: [1, 2, 3, 4] },
}

it('separates a range from the period before', () => {
  expect(splitAt(measured, 2 * MINUTE, 2 * MINUTE)).toEqual({
    times: [2 * MINUTE, 3 * MINUTE],
    stepMs: MINUTE,
    values: { cpu_percent: [3, 4] },
    before: { cpu_percent: [1, 2] },
  })
})

it('compares with nothing if a part of the period before is no longer kept', () => {
  expect(splitAt(measured, 2 * MINUTE, 10 * MINUTE).before).toBeUndefined()
})
