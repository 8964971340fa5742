import { expect, it } from 'vitest'
import { requestsByHour } from './requests-by-hour.ts'

const now = Date.parse('2026-03-02T12:34:00Z')
const counted = (service: string, meter: string, hour: string, amount: number) => ({
  service,
  meter,
  unit: 'count' as const,
  hour: `2026-03-0${hour}:00:00.000Z`,
  amount,
})

it('fills the hours without requests and sorts the services by requests', () => {
  const { hours, services } = requestsByHour(
    [
      counted('auth', 'requests', '1T13', 2),
      counted('rest', 'requests', '2T12', 30),
      counted('rest', 'client_errors', '2T12', 4),
      counted('rest', 'server_errors', '2T11', 1),
      counted('rest', 'egress_bytes', '2T12', 9000),
      counted('rest', 'requests', '1T12', 500),
    ],
    { now, count: 24 },
  )
  expect(hours).toHaveLength(24)
  expect(hours.at(-1)).toBe(Date.parse('2026-03-02T12:00:00Z'))
  expect(services.map(({ service, total }) => [service, total])).toEqual([
    ['rest', { requests: 30, clientErrors: 4, serverErrors: 1 }],
    ['auth', { requests: 2, clientErrors: 0, serverErrors: 0 }],
  ])
  expect(services[1]?.hours.map(({ requests }) => requests)).toEqual([
    2,
    ...Array.from({ length: 23 }, () => 0),
  ])
})
