import { MONTHS, WEEKDAYS } from './calendar-names.ts'
import { clockTime, fieldOf, stepField, timeFields } from './cron-fields.ts'
import { createWords, type Words } from './words.ts'

/**
 * The cron expression for a schedule in plain English, such as `every weekday at 9:30` or `on the
 * 1st and 15th at noon`; undefined for words that it does not understand or that one expression
 * cannot represent. Times are in UTC. It understands everything that `describeSchedule` writes.
 */
export function scheduleFromWords(text: string): string | undefined {
  const words = createWords(text)
  const seconds = words.take(/\bevery (?:(\d+) )?seconds?\b/)
  if (seconds) return words.areUsed() ? interval(Number(seconds[1] ?? 1)) : undefined
  const isEither = words.has(/\bor\b/)
  const day = takeDays(words)
  const month = takeNames(words, MONTHS, { min: 1, max: 12 })
  const weekday = takeWeekdays(words)
  const period = takePeriod(words)
  const isOnDays = [day, month, weekday, period].some((part) => part !== undefined)
  const time = takeTime(words, isOnDays)
  if (time === undefined || !words.areUsed()) return undefined
  // Cron runs if either the day or the weekday matches, so the words must say "or".
  if (day !== undefined && weekday !== undefined && !isEither) return undefined
  const isOfMonth = period === 'month' || period === 'year'
  return [
    time,
    day ?? (isOfMonth && weekday === undefined ? '1' : '*'),
    month ?? (period === 'year' ? '1' : '*'),
    weekday ?? (period === 'week' && day === undefined ? '0' : '*'),
  ].join(' ')
}

const interval = (seconds: number): string | undefined => {
  if (seconds < 1 || seconds > 59) return undefined
  return seconds === 1 ? '1 second' : `${seconds} seconds`
}

const listOf = (item: string) => `${item}(?: (?:and|or|to) (?:on |at |every |the )?${item})*`
/** A number that is not part of a time of day. */
const NUMBER = String.raw`\d{1,2}(?![\d:]| ?[ap]m)`
const ORDINAL = String.raw`(?:\d{1,2}(?:st|nd|rd|th)|first)`
const OF_MONTH = '(?: day)?(?: of (?:the|every) month)?'
const CLOCK = String.raw`(?:\d{1,2}:\d{2}(?: ?[ap]m)?|\d{1,2} ?[ap]m|noon|midnight)`
/** A number in this position can only be a time. */
const HOUR = String.raw`(?:${CLOCK}|\d{1,2})`

function takeDays(words: Words): string | undefined {
  if (words.take(/\b(?:the )?last day(?: of (?:the|every) month)?\b/)) return '$'
  const found =
    words.take(new RegExp(String.raw`\bdays? (${listOf(NUMBER)})${OF_MONTH}`)) ??
    words.take(new RegExp(String.raw`\b(?:the )?(${listOf(ORDINAL)})${OF_MONTH}`))
  const valueOf = (item: string) => (item === 'first' ? 1 : Number.parseInt(item, 10))
  return found && fieldOf(found[1] ?? '', { min: 1, max: 31, valueOf })
}

function takeWeekdays(words: Words): string | undefined {
  if (words.take(/\b(?:every )?weekdays?\b/)) return '1-5'
  if (words.take(/\b(?:every )?weekends?\b/)) return '0,6'
  return takeNames(words, WEEKDAYS, { min: 0, max: 6 })
}

/** Names of months or weekdays, in full or abbreviated to their first letters. */
function takeNames(
  words: Words,
  names: readonly string[],
  bounds: { readonly min: number; readonly max: number },
): string | undefined {
  const known = names.map((name) => name.toLowerCase())
  const forms = known.flatMap((name) => [`${name}s`, name, name.slice(0, 4), name.slice(0, 3)])
  const one = `(?:${forms.join('|')})\\b`
  const found = words.take(new RegExp(String.raw`\b(?:every )?(${listOf(one)})`))
  const valueOf = (item: string) =>
    known.findIndex((name) => name.startsWith(item.slice(0, 3))) + bounds.min
  return found && fieldOf(found[1] ?? '', { ...bounds, wraps: true, valueOf })
}

type Period = 'day' | 'week' | 'month' | 'year'
const PERIODS: Readonly<Record<string, Period>> = {
  day: 'day',
  daily: 'day',
  week: 'week',
  weekly: 'week',
  month: 'month',
  monthly: 'month',
  year: 'year',
  yearly: 'year',
  annually: 'year',
}

function takePeriod(words: Words): Period | undefined {
  const found = words.take(
    /\b(?:every (day|week|month|year)|(daily|weekly|monthly|yearly|annually))\b/,
  )
  return found && PERIODS[found[1] ?? found[2] ?? '']
}

/** The minute and hour fields; midnight if the words only name days. */
function takeTime(words: Words, isOnDays: boolean): string | undefined {
  const everyMinutes = words.take(/\bevery (?:(\d+) )?minutes?\b/)
  const everyHours = words.take(/\bevery (?:(\d+) )?hours?\b|\bhourly\b/)
  const atMinutes = words.take(new RegExp(String.raw`\bminutes? (${listOf(NUMBER)})`))
  const during = takeHours(words)
  if (everyMinutes) {
    const step = stepField(everyMinutes[1], 60)
    if (everyHours || atMinutes || step === undefined) return undefined
    return `${step} ${during ?? '*'}`
  }
  if (everyHours || atMinutes || during !== undefined) {
    const minute = atMinutes
      ? fieldOf(atMinutes[1] ?? '', { min: 0, max: 59, valueOf: Number })
      : '0'
    const step = everyHours ? stepField(everyHours[1], 24) : undefined
    const hour = during === undefined || step !== '*' ? (step ?? during) : during
    const isOneOfThem = during === undefined || step === undefined || step === '*'
    return minute !== undefined && hour !== undefined && isOneOfThem
      ? `${minute} ${hour}`
      : undefined
  }
  const times =
    words.take(new RegExp(String.raw`\bat (${listOf(HOUR)})(?!\d)`)) ??
    words.take(new RegExp(String.raw`\b(${listOf(CLOCK)})`))
  if (times) return timeFields(times[1] ?? '')
  return isOnDays ? '0 0' : undefined
}

/**
 * `during hours 9 to 17`, `between 9am and 5pm`: the hours in which an interval of minutes applies.
 */
function takeHours(words: Words): string | undefined {
  const listed = words.take(new RegExp(String.raw`\bhours? (${listOf(NUMBER)})`))
  if (listed) {
    words.take(/\bduring\b/)
    return fieldOf(listed[1] ?? '', { min: 0, max: 23, valueOf: Number })
  }
  const [, from, to] =
    words.take(new RegExp(String.raw`\bbetween (${HOUR}) and (${HOUR})(?!\d)`)) ??
    words.take(new RegExp(String.raw`\bfrom (${HOUR}) to (${HOUR})(?!\d)`)) ??
    []
  const first = from === undefined ? undefined : clockTime(from)
  const last = to === undefined ? undefined : clockTime(to)
  if (!first || !last) return undefined
  if (first[1] !== 0 || last[1] !== 0) return undefined
  return fieldOf(`${first[0]} to ${last[0]}`, { min: 0, max: 23, wraps: true, valueOf: Number })
}
