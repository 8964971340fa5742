import type { Day } from '../../lib/calendar.ts'

/** The suffix of years BC, which no calendar shows. */
const BEFORE_CHRIST = / ?BC$/i

/** `text` with `day` as its date. Its time stays, or becomes `time` if it has none. */
export function withDay(text: string, day: Day, time: string): string {
  const rest = /^\s*\d{4,}-\d{2}-\d{2}(.*)$/s.exec(text.replace(BEFORE_CHRIST, ''))?.[1]
  if (rest !== undefined && rest.trim() !== '') return day + rest
  return time === '' ? day : `${day} ${time}`
}

/** The date at the start of a text, which may not be a valid day. */
export const dayOf = (text: string): Day =>
  BEFORE_CHRIST.test(text) ? '' : text.trim().slice(0, 10)
