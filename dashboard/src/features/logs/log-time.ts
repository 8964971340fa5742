const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
const two = (value: number) => String(value).padStart(2, '0')
const dayOf = (at: Date) => `${two(at.getDate())} ${MONTHS[at.getMonth()] ?? ''}`

/** The time of an event in the user's time zone, to the millisecond: `14:05:09.123`. */
export function clockTime(microseconds: number): string {
  const at = new Date(microseconds / 1000)
  const milliseconds = String(at.getMilliseconds()).padStart(3, '0')
  return `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}.${milliseconds}`
}

/** `01 Mar 14:05:09.123`. */
export const eventTime = (microseconds: number): string =>
  `${dayOf(new Date(microseconds / 1000))} ${clockTime(microseconds)}`
