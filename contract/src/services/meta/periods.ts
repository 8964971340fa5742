/** The units of a period, the shortest first. */
export const PERIOD_UNITS = ['minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const
export type PeriodUnit = (typeof PERIOD_UNITS)[number]

export type Period =
  /** A day, week, month, quarter or year of the calendar: the one `offset` units from now. */
  | { readonly kind: 'calendar'; readonly unit: PeriodUnit; readonly offset: -1 | 0 | 1 }
  /** The time up to now, or from now on. */
  | {
      readonly kind: 'rolling'
      readonly unit: PeriodUnit
      readonly count: number
      readonly direction: 'last' | 'next'
    }

const DAYS = { yesterday: -1, today: 0, tomorrow: 1 } as const
const OFFSETS = { last: -1, this: 0, next: 1 } as const
const CALENDAR = /^(last|this|next) (day|week|month|quarter|year)$/
const ROLLING = /^(last|next) ([1-9]\d{0,3}) (minute|hour|day|week|month|quarter|year)s?$/

const has = <Key extends string>(
  names: Readonly<Record<Key, unknown>>,
  name: string,
): name is Key => Object.hasOwn(names, name)

const unitOf = (name: string | undefined): PeriodUnit | undefined =>
  PERIOD_UNITS.find((unit) => unit === name)

/**
 * Parses the value of a filter on time, such as `today`, `this month` or `last 7 days`; undefined if
 * it is none.
 */
export function parsePeriod(text: string): Period | undefined {
  const words = text.trim().toLowerCase().replaceAll(/\s+/g, ' ')
  if (has(DAYS, words)) return { kind: 'calendar', unit: 'day', offset: DAYS[words] }
  const [, which = '', calendarUnit] = CALENDAR.exec(words) ?? []
  const unit = unitOf(calendarUnit)
  if (unit !== undefined && has(OFFSETS, which)) {
    return { kind: 'calendar', unit, offset: OFFSETS[which] }
  }
  const [, direction, count = '', rollingUnit] = ROLLING.exec(words) ?? []
  const rolling = unitOf(rollingUnit)
  if (rolling === undefined) return undefined
  return {
    kind: 'rolling',
    unit: rolling,
    count: Number(count),
    direction: direction === 'next' ? 'next' : 'last',
  }
}
