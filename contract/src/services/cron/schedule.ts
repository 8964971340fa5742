/**
 * A schedule of pg_cron: five fields of cron, a nickname such as `@daily`, or a number of seconds.
 * Cron's fields are in UTC.
 */
export type CronSchedule =
  | { readonly kind: 'interval'; readonly seconds: number }
  | {
      readonly kind: 'cron'
      readonly minutes: readonly number[]
      readonly hours: readonly number[]
      readonly days: readonly number[]
      readonly months: readonly number[]
      /** 0 is Sunday. */
      readonly weekdays: readonly number[]
      readonly isLastDay: boolean
      /**
       * How the fields of day and weekday combine. If one of them begins with `*`, both must match;
       * otherwise either is enough.
       */
      readonly matchesEitherDay: boolean
    }

const NICKNAMES: ReadonlyMap<string, string> = new Map([
  ['@yearly', '0 0 1 1 *'],
  ['@annually', '0 0 1 1 *'],
  ['@monthly', '0 0 1 * *'],
  ['@weekly', '0 0 * * 0'],
  ['@daily', '0 0 * * *'],
  ['@midnight', '0 0 * * *'],
  ['@hourly', '0 * * * *'],
])
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

type Field = { readonly min: number; readonly max: number; readonly names?: readonly string[] }
const MINUTE: Field = { min: 0, max: 59 }
const HOUR: Field = { min: 0, max: 23 }
const DAY: Field = { min: 1, max: 31 }
const MONTH: Field = { min: 1, max: 12, names: MONTHS }
/** Sunday is also 7. */
const WEEKDAY: Field = { min: 0, max: 7, names: WEEKDAYS }

/** The longest text of a schedule. */
export const MAX_SCHEDULE_LENGTH = 200
/** The longest interval that is written in seconds. */
export const MAX_INTERVAL_SECONDS = 59

/** Parses a schedule; undefined if the text is not one. */
export function parseSchedule(text: string): CronSchedule | undefined {
  const trimmed = text.trim().toLowerCase()
  if (trimmed.length > MAX_SCHEDULE_LENGTH) return undefined
  const interval = /^(\d{1,2})\s+seconds?$/.exec(trimmed)
  if (interval) {
    const seconds = Number(interval[1])
    return seconds >= 1 && seconds <= MAX_INTERVAL_SECONDS
      ? { kind: 'interval', seconds }
      : undefined
  }
  const [minute, hour, day, month, weekday, ...rest] = (NICKNAMES.get(trimmed) ?? trimmed).split(
    /\s+/,
  )
  if (!minute || !hour || !day || !month || !weekday || rest.length > 0) return undefined
  const isLastDay = day === '$'
  const minutes = parseField(minute, MINUTE)
  const hours = parseField(hour, HOUR)
  const days = isLastDay ? [] : parseField(day, DAY)
  const months = parseField(month, MONTH)
  const weekdays = parseField(weekday, WEEKDAY)
  if (!minutes || !hours || !days || !months || !weekdays) return undefined
  return {
    kind: 'cron',
    minutes,
    hours,
    days,
    months,
    weekdays: [...new Set(weekdays.map((value) => value % 7))].toSorted((a, b) => a - b),
    isLastDay,
    matchesEitherDay: !day.startsWith('*') && !weekday.startsWith('*'),
  }
}

function parseField(text: string, field: Field): readonly number[] | undefined {
  const values = new Set<number>()
  for (const part of text.split(',')) {
    const [, from, to, step] = /^(\*|\w+)(?:-(\w+))?(?:\/(\d{1,2}))?$/.exec(part) ?? []
    if (from === undefined) return undefined
    const isStar = from === '*'
    if (isStar && to !== undefined) return undefined
    // Cron gives a step only to a range.
    if (!isStar && to === undefined && step !== undefined) return undefined
    const first = isStar ? field.min : valueOf(from, field)
    const last = isStar ? field.max : valueOf(to ?? from, field)
    const by = step === undefined ? 1 : Number(step)
    if (first === undefined || last === undefined || last < first || by === 0) return undefined
    for (let value = first; value <= last; value += by) values.add(value)
  }
  return [...values].toSorted((a, b) => a - b)
}

function valueOf(text: string, { min, max, names }: Field): number | undefined {
  const named = names?.indexOf(text) ?? -1
  if (named >= 0) return named + min
  const value = /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN
  return value >= min && value <= max ? value : undefined
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** Every date of the calendar occurs within eight years. */
const SEARCHED_DAYS = 8 * 366

/**
 * When a schedule is due next after a time, or undefined for a schedule that never is, such as one
 * for February 30. Intervals count from the time given.
 */
export function nextRun(schedule: CronSchedule, after: Date): Date | undefined {
  if (schedule.kind === 'interval') return new Date(after.getTime() + schedule.seconds * 1000)
  const earliest = (Math.floor(after.getTime() / MINUTE_MS) + 1) * MINUTE_MS
  const firstDay = Math.floor(earliest / DAY_MS) * DAY_MS
  for (let offset = 0; offset < SEARCHED_DAYS; offset += 1) {
    const midnight = firstDay + offset * DAY_MS
    if (!isDueOn(schedule, new Date(midnight))) continue
    for (const hour of schedule.hours) {
      for (const minute of schedule.minutes) {
        const at = midnight + (hour * 60 + minute) * MINUTE_MS
        if (at >= earliest) return new Date(at)
      }
    }
  }
  return undefined
}

/** The next times a schedule is due; fewer than `count` only if it is never due. */
export function nextRuns(schedule: CronSchedule, after: Date, count: number): readonly Date[] {
  const runs: Date[] = []
  for (let at = nextRun(schedule, after); at && runs.length < count; at = nextRun(schedule, at))
    runs.push(at)
  return runs
}

type CronFields = Extract<CronSchedule, { kind: 'cron' }>

function isDueOn(schedule: CronFields, date: Date): boolean {
  if (!schedule.months.includes(date.getUTCMonth() + 1)) return false
  const isDay = schedule.isLastDay
    ? new Date(date.getTime() + DAY_MS).getUTCDate() === 1
    : schedule.days.includes(date.getUTCDate())
  const isWeekday = schedule.weekdays.includes(date.getUTCDay())
  return schedule.matchesEitherDay ? isDay || isWeekday : isDay && isWeekday
}
