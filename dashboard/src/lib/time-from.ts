const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * The distance of a time from another in words: `a few seconds ago`, `3 minutes ago`, `in a month`.
 * Days, months and years are those of the calendar in the user's time zone.
 */
export function formatTimeFrom(from: Date, to: Date): string {
  const distance = to.getTime() - from.getTime()
  const words = wordsOf(from, to)
  return distance > 0 ? `in ${words}` : `${words} ago`
}

function wordsOf(from: Date, to: Date): string {
  const distance = Math.abs(to.getTime() - from.getTime())
  const seconds = Math.round(distance / SECOND)
  const minutes = Math.round(distance / MINUTE)
  const hours = Math.round(distance / HOUR)
  const days = Math.round(Math.abs(localTime(to) - localTime(from)) / DAY)
  if (seconds < 45) return 'a few seconds'
  if (seconds < 90) return 'a minute'
  if (minutes < 45) return counted(minutes, 'minute', 'a minute')
  if (minutes < 90) return 'an hour'
  if (hours < 22) return counted(hours, 'hour', 'an hour')
  if (hours < 36) return 'a day'
  if (days < 26) return counted(days, 'day', 'a day')
  if (days < 46) return 'a month'
  const months = Math.abs(monthsBetween(from, to))
  const wholeMonths = Math.round(months)
  if (wholeMonths < 11) return counted(wholeMonths, 'month', 'a month')
  return wholeMonths < 18 ? 'a year' : counted(Math.round(months / 12), 'year', 'a year')
}

const counted = (count: number, unit: string, one: string) =>
  count <= 1 ? one : `${count} ${unit}s`

/** A time whose distance from another one leaves out a change to or from summer time. */
const localTime = (at: Date) => at.getTime() - at.getTimezoneOffset() * MINUTE

/** The months from one time to another, with the part of the last month as a fraction. */
function monthsBetween(from: Date, to: Date): number {
  if (from.getDate() < to.getDate()) return -monthsBetween(to, from)
  const whole = (to.getFullYear() - from.getFullYear()) * 12 + (to.getMonth() - from.getMonth())
  const anchor = monthsLater(from, whole)
  const rest = to.getTime() - anchor
  const month = Math.abs(monthsLater(from, whole + (rest < 0 ? -1 : 1)) - anchor)
  return whole + rest / month
}

/** The same day and time a number of months later, or that month's last day if it is shorter. */
function monthsLater(from: Date, count: number): number {
  const later = new Date(from)
  later.setDate(1)
  later.setMonth(later.getMonth() + count)
  const lastDay = new Date(later.getFullYear(), later.getMonth() + 1, 0).getDate()
  return later.setDate(Math.min(from.getDate(), lastDay))
}
