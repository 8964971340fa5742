import { COMMON_METERS, type Meter, type Service } from '../../project/service.ts'
import type { UsageRow } from './usage-queries.ts'

/** Every meter of every service, by its recorded name: `rest.requests`. */
export type Meters = ReadonlyMap<string, Meter>

export const metersOf = (services: readonly Service[]): Meters =>
  new Map(
    services.flatMap(({ name, meters }) =>
      Object.entries({ ...COMMON_METERS, ...meters }).map(
        ([meter, declared]) => [`${name}.${meter}`, declared] as const,
      ),
    ),
  )

/** The recorded name of each service's meters, so that counting a request composes no text. */
export function meterNames(meters: Meters): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const names = new Map<string, Map<string, string>>()
  for (const name of meters.keys()) {
    const dot = name.indexOf('.')
    const service = name.slice(0, dot)
    const ofService = names.get(service) ?? new Map<string, string>()
    names.set(service, ofService.set(name.slice(dot + 1), name))
  }
  return names
}

/** One meter's count in one hour. */
export type UsageHour = {
  readonly service: string
  readonly meter: string
  readonly unit: Meter['unit']
  readonly hour: Date
  readonly amount: number
}

/** Adds the unit to a recorded row. A meter that is no longer declared gets the unit `count`. */
export function toUsageHour(meters: Meters, { meter: name, hour, amount }: UsageRow): UsageHour {
  const dot = name.indexOf('.')
  const unit = meters.get(name)?.unit ?? 'count'
  return { service: name.slice(0, dot), meter: name.slice(dot + 1), unit, hour, amount }
}
