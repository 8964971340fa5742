import { formatTimeFrom } from './time-from.ts'

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
const WEEKDAYS = 'Sun Mon Tue Wed Thu Fri Sat'.split(' ')

/** `DD MMM YYYY` in the user's time zone. */
export const formatDate = (date: string) => dayOf(new Date(date))

/** Date and time to the minute in the user's time zone, for a time that someone set. */
export const formatMoment = (date: string) => `${formatDate(date)}, ${minuteOf(new Date(date))}`

/** Date and time to the second with the UTC offset, for the tooltip of a relative time. */
export function formatExact(date: string | number): string {
  const at = new Date(date)
  return `${dayOf(at)}, ${minuteOf(at)}:${twoDigits(at.getSeconds())} (${offsetOf(at)})`
}

/** Whether a time is in the last minute, so that its text counts seconds. */
export const isRecent = (date: string): boolean => {
  const seconds = secondsSince(date)
  return seconds >= 0 && seconds < 60
}

/** `12 seconds ago`, `3 minutes ago`, `in 6 days`. Seconds keep recent times of a list in order. */
export function formatRelative(date: string): string {
  if (!isRecent(date)) return formatTimeFrom(new Date(), new Date(date))
  const seconds = secondsSince(date)
  return seconds < 2 ? 'just now' : `${seconds} seconds ago`
}

const secondsSince = (date: string): number =>
  Math.trunc((Date.now() - new Date(date).getTime()) / 1000)

/** `DD MMM, YYYY`, the format for the end of a grace period. */
export const formatGracePeriodEnd = (date: string) => dayOf(new Date(date), ', ')

/** `Mon 14:00`, an hour of the last days in the user's time zone. */
export function formatHour(time: number): string {
  const at = new Date(time)
  return `${WEEKDAYS[at.getDay()]} ${twoDigits(at.getHours())}:00`
}

/** `14:05`, a minute of the last hour in the user's time zone. */
export const formatMinute = (time: number) => minuteOf(new Date(time))

/** `14:05:09.042`, the time of a message in the user's time zone. */
export const formatClock = (at: Date) =>
  `${minuteOf(at)}:${twoDigits(at.getSeconds())}.${String(at.getMilliseconds()).padStart(3, '0')}`

/** `01 Mar 2026, 14:05:09.042`, the time of a log entry in the user's time zone. */
export function formatLogTime(date: string): string {
  const at = new Date(date)
  return `${dayOf(at)}, ${formatClock(at)}`
}

/** A point on the axis of a span: with its day in long spans, with seconds in short ones. */
export function axisTime(milliseconds: number, spanMs: number): string {
  const at = new Date(milliseconds)
  const minute = minuteOf(at)
  if (spanMs > 24 * 3_600_000) return `${dayOf(at).slice(0, 6)} ${minute}`
  return spanMs < 600_000 ? `${minute}:${twoDigits(at.getSeconds())}` : minute
}

const twoDigits = (value: number) => String(value).padStart(2, '0')

const dayOf = (at: Date, beforeYear = ' ') =>
  `${twoDigits(at.getDate())} ${MONTHS[at.getMonth()]}${beforeYear}${at.getFullYear()}`

const minuteOf = (at: Date) => `${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`

function offsetOf(at: Date): string {
  const minutes = -at.getTimezoneOffset()
  const size = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${twoDigits(Math.floor(size / 60))}${twoDigits(size % 60)}`
}
