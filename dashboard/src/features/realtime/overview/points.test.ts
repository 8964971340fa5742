import { expect, it } from 'vitest'
import { hourPoints } from './points.ts'

const at = (hour: string, meter: string, amount: number, service = 'realtime') => ({
  service,
  meter,
  unit: 'count' as const,
  hour,
  amount,
})

it('sorts the counters of the service into hours, with the average number of clients', () => {
  const now = Date.parse('2026-03-01T12:30:00.000Z')
  const points = hourPoints(
    [
      at('2026-02-28T12:00:00.000Z', 'messages', 9),
      at('2026-03-01T11:00:00.000Z', 'messages', 5),
      at('2026-03-01T11:00:00.000Z', 'messages', 7, 'rest'),
      at('2026-03-01T11:00:00.000Z', 'client_ms', 2 * 3_600_000),
      at('2026-03-01T12:00:00.000Z', 'client_ms', 3 * 1_800_000),
    ],
    now,
  )
  expect(points).toHaveLength(24)
  expect(points[0]?.from).toBe(Date.parse('2026-02-28T13:00:00.000Z'))
  expect(points.map(({ messages }) => messages).filter((count) => count > 0)).toEqual([5])
  expect(points.slice(-2).map(({ clients }) => clients)).toEqual([2, 3])
})

it('counts no negative time if the clocks of browser and server differ', () => {
  const now = Date.parse('2026-03-01T12:00:00.000Z')
  const points = hourPoints([at('2026-03-01T13:00:00.000Z', 'client_ms', 100)], now)
  expect(points.at(-1)?.clients).toBe(0)
})
