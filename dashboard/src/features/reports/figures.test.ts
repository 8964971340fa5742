import { expect, it } from 'vitest'
import { rolesOf } from './database-details.tsx'
import { weightedMean } from './overview-charts.ts'
import { totalOf } from './report-charts.ts'

it('counts client connections by role, the most first', () => {
  expect(
    rolesOf([
      { role: 'postgres', state: 'idle' },
      { role: 'authenticator', state: 'active' },
      { role: 'authenticator', state: 'idle' },
      { role: null, state: null },
      { role: 'supabase_admin', state: null },
    ]),
  ).toEqual([
    { id: 'authenticator', connections: 2, active: 1 },
    { id: 'postgres', connections: 1, active: 0 },
  ])
})

it('weights response times by the requests of their interval', () => {
  expect(weightedMean([10, null, 40], [3, 0, 1])).toBe(17.5)
  expect(weightedMean([null], [0])).toBeNull()
})

it.each([
  ['gateway.requests', [1, null, 3], 4],
  ['gateway.latency_p95', [10, 30, 20], 30],
  ['cpu_percent', [10, null, 20], 15],
  ['disk_bytes', [5, 9, null], 9],
  ['connections', [2, 7, 3], 7],
  ['cpu_percent', [null, null], null],
] as const)('makes one value of those of %s', (metric, values, total) => {
  expect(totalOf(metric, values)).toBe(total)
})
