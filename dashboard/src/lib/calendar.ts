/**
 * Days as `YYYY-MM-DD`, without a time zone. Years are those that Postgres's `date` supports and
 * that four digits can express.
 */
export type Day = string

const DAY_MS = 86_400_000
const FORMAT = /^(\d{4})-(\d{2})-(\d{2})$/

/** The day as milliseconds in UTC, or undefined for text that is not a day. */
function parse(day: Day): number | undefined {
  const [, year, month, date] = FORMAT.exec(day) ?? []
  if (year === undefined || month === undefined || date === undefined) return undefined
  const moment = new Date(0)
  moment.setUTCFullYear(Number(year), Number(month) - 1, Number(date))
  return format(moment.getTime()) === day ? moment.getTime() : undefined
}

function format(milliseconds: number): Day {
  return new Date(milliseconds).toISOString().slice(0, 10)
}

export const isDay = (text: string): boolean => parse(text) !== undefined

/** The day `count` days later, or the same text if it is not a day. */
export function addDays(day: Day, count: number): Day {
  const moment = parse(day)
  return moment === undefined ? day : format(moment + count * DAY_MS)
}

/** The same date `count` months later, or that month's last day if it is shorter. */
export function addMonths(day: Day, count: number): Day {
  const moment = parse(day)
  if (moment === undefined) return day
  const date = new Date(moment)
  const last = new Date(moment)
  last.setUTCMonth(date.getUTCMonth() + count + 1, 0)
  const kept = Math.min(date.getUTCDate(), last.getUTCDate())
  last.setUTCDate(kept)
  return format(last.getTime())
}

/** The six weeks, from Monday to Sunday, that contain the month of `day`. */
export function weeksOf(day: Day): Day[][] {
  const first = `${day.slice(0, 8)}01`
  const weekday = (new Date(parse(first) ?? 0).getUTCDay() + 6) % 7
  const start = addDays(first, -weekday)
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_none, index) => addDays(start, week * 7 + index)),
  )
}

/** The day in the user's time zone at a moment. */
export function localDay(moment: Date): Day {
  const part = (value: number, length: number) => String(value).padStart(length, '0')
  const { year, month, date } = {
    year: part(moment.getFullYear(), 4),
    month: part(moment.getMonth() + 1, 2),
    date: part(moment.getDate(), 2),
  }
  return `${year}-${month}-${date}`
}
