import type { UsageHour } from '@stoa/contract/platform/projects'

export type RequestCounts = { requests: number; clientErrors: number; serverErrors: number }

export type ServiceRequests = {
  service: string
  /** One entry per hour, oldest first. */
  hours: readonly RequestCounts[]
  total: RequestCounts
}

export type RequestsByHour = {
  /** The start of each hour in milliseconds, oldest first; the last hour is not over yet. */
  hours: readonly number[]
  /** Services that were called, most requests first. */
  services: readonly ServiceRequests[]
}

const HOUR_MS = 3_600_000

const METERS: Readonly<Record<string, keyof RequestCounts>> = {
  requests: 'requests',
  client_errors: 'clientErrors',
  server_errors: 'serverErrors',
}

/** Sorts the counters of the last hours by hour and service. Hours without requests are zero. */
export function requestsByHour(
  usage: readonly UsageHour[],
  { now, count }: { now: number; count: number },
): RequestsByHour {
  const current = now - (now % HOUR_MS)
  const hours = Array.from({ length: count }, (_, index) => current - (count - 1 - index) * HOUR_MS)
  const services = new Map<string, RequestCounts[]>()
  for (const { service, meter, hour, amount } of usage) {
    const counted = METERS[meter]
    const index = count - 1 - (current - Date.parse(hour)) / HOUR_MS
    if (counted === undefined || hours[index] === undefined) continue
    const found = services.get(service) ?? hours.map(none)
    services.set(service, found)
    const counts = found[index]
    if (counts) counts[counted] += amount
  }
  return {
    hours,
    services: [...services]
      .map(([service, counts]) => ({ service, hours: counts, total: sum(counts) }))
      .toSorted((a, b) => b.total.requests - a.total.requests),
  }
}

const none = (): RequestCounts => ({ requests: 0, clientErrors: 0, serverErrors: 0 })

const sum = (all: readonly RequestCounts[]): RequestCounts =>
  all.reduce(
    (total, { requests, clientErrors, serverErrors }) => ({
      requests: total.requests + requests,
      clientErrors: total.clientErrors + clientErrors,
      serverErrors: total.serverErrors + serverErrors,
    }),
    none(),
  )
