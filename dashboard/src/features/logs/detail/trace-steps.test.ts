import { expect, it } from 'vitest'
import type { LogEvent } from '../../../data/resources/services/logs/events.ts'
import { stepsOf } from './trace-steps.ts'

const event = (id: string, endMs: number, durationMs: number | null): LogEvent => ({
  id,
  timestamp: endMs * 1000,
  source: 'edge_logs',
  severity: 'info',
  message: id,
  status: null,
  method: null,
  host: null,
  path: null,
  user: null,
  duration_ms: durationMs,
  request_id: 'r',
  metadata: {},
})

it('begins the request with the call that the others are part of', () => {
  const { steps, totalMs } = stepsOf([event('postgres', 1050, null), event('gateway', 1100, 100)])
  expect(totalMs).toBe(100)
  expect(steps.map(({ event: { id }, ...place }) => [id, place])).toEqual([
    ['gateway', { offsetMs: 0, left: 0, width: 100 }],
    ['postgres', { offsetMs: 50, left: 50, width: 0 }],
  ])
})

it('shows events of one moment, and none', () => {
  expect(stepsOf([event('a', 5, null)])).toMatchObject({
    totalMs: 0,
    steps: [{ left: 0, width: 0 }],
  })
  expect(stepsOf([])).toEqual({ steps: [], totalMs: 0 })
})
