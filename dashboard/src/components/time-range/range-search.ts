import type { LogRange } from '../../data/resources/services/logs/scope.ts'

/** The parameters of a URL that name a range of time. */
export type RangeSearch = {
  /** The last minutes, hours or days, such as `15m`; or `from` and `to`. */
  range?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

const DEFAULT_RANGE = '1h'
const UNITS: Readonly<Record<string, number>> = { m: 1, h: 60, d: 1440 }
const MAX_MINUTES = 366 * 1440

/** The minutes of `15m`, `3h` or `7d`. */
export function minutesOf(text: string): number | undefined {
  const [, count, unit = ''] = /^(\d{1,5})([mhd])$/.exec(text) ?? []
  const minutes = Number(count) * (UNITS[unit] ?? 0)
  return minutes > 0 && minutes <= MAX_MINUTES ? minutes : undefined
}

/** The range of a URL. One without a usable range shows the last hour. */
export function rangeOf({ range = DEFAULT_RANGE, from = '', to = '' }: RangeSearch): LogRange {
  const [start, end] = [Date.parse(from), Date.parse(to)]
  if (start < end)
    return {
      kind: 'between',
      from: new Date(start).toISOString(),
      to: new Date(end).toISOString(),
    }
  return { kind: 'last', minutes: minutesOf(range) ?? 60 }
}

export const withTimes = (from: number, to: number): RangeSearch => ({
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
  range: undefined,
})

export const withRange = (range: string): RangeSearch => ({
  range: range === DEFAULT_RANGE ? undefined : range,
  from: undefined,
  to: undefined,
})
