import dayjs from 'dayjs'
import relativeTime from 'dayjs/plugin/relativeTime'
import utc from 'dayjs/plugin/utc'

dayjs.extend(relativeTime)
dayjs.extend(utc)

/** `DD MMM YYYY` in the user's time zone. */
export const formatDate = (date: string) => dayjs(date).format('DD MMM YYYY')

/** Date and time to the minute in the user's time zone, for a time that someone set. */
export const formatMoment = (date: string) => dayjs(date).format('DD MMM YYYY, HH:mm')

/** Date and time to the second with the UTC offset, for the tooltip of a relative time. */
export const formatExact = (date: string | number) =>
  dayjs(date).format('DD MMM YYYY, HH:mm:ss (ZZ)')

/** Whether a time is in the last minute, so that its text counts seconds. */
export const isRecent = (date: string): boolean => {
  const seconds = dayjs().diff(date, 'second')
  return seconds >= 0 && seconds < 60
}

/** `12 seconds ago`, `3 minutes ago`, `in 6 days`. Seconds keep recent times of a list in order. */
export function formatRelative(date: string): string {
  if (!isRecent(date)) return dayjs(date).fromNow()
  const seconds = dayjs().diff(date, 'second')
  return seconds < 2 ? 'just now' : `${seconds} seconds ago`
}

/** `DD MMM, YYYY`, the format for the end of a grace period. */
export const formatGracePeriodEnd = (date: string) => dayjs(date).format('DD MMM, YYYY')

/** `Mon 14:00`, an hour of the last days in the user's time zone. */
export const formatHour = (time: number) => dayjs(time).format('ddd HH:00')

/** `14:05`, a minute of the last hour in the user's time zone. */
export const formatMinute = (time: number) => dayjs(time).format('HH:mm')
