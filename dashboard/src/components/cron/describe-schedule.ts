import { parseSchedule, type CronSchedule } from '@stoa/contract/services/cron/schedule'
import { MONTHS, WEEKDAYS } from './calendar-names.ts'

/** More times than these are described by their hours and minutes. */
const MOST_TIMES = 4

type CronFields = Extract<CronSchedule, { kind: 'cron' }>

/** A schedule in plain words, such as `Every day at 03:00 UTC`; undefined for an invalid text. */
export function describeSchedule(text: string): string | undefined {
  const schedule = parseSchedule(text)
  if (!schedule) return undefined
  if (schedule.kind === 'interval')
    return schedule.seconds === 1 ? 'Every second' : `Every ${schedule.seconds} seconds`
  const days = describeDays(schedule)
  const months =
    schedule.months.length === 12
      ? ''
      : ` in ${listOf(schedule.months.map((at) => MONTHS[at - 1]))}`
  return `${describeTimes(schedule, days === '' && months === '')}${days}${months}`
}

function describeTimes({ minutes, hours }: CronFields, isEveryDay: boolean): string {
  const everyHour = hours.length === 24
  const [minute = 0] = minutes
  if (minutes.length * hours.length <= MOST_TIMES) {
    const times = hours.flatMap((hour) => minutes.map((each) => `${two(hour)}:${two(each)}`))
    return `${isEveryDay ? 'Every day at' : 'At'} ${listOf(times)} UTC`
  }
  const minuteStep = stepOf(minutes, 60)
  const everyMinutes =
    minuteStep === 1 ? 'Every minute' : minuteStep && `Every ${minuteStep} minutes`
  if (everyHour) {
    if (everyMinutes) return everyMinutes
    if (minutes.length > 1) return `Every hour at minutes ${rangesOf(minutes)}`
    return minute === 0 ? 'Every hour' : `Every hour at minute ${minute}`
  }
  const hourStep = stepOf(hours, 24)
  if (minutes.length === 1 && hourStep)
    return `Every ${hourStep} hours${minute === 0 ? '' : ` at minute ${minute}`} UTC`
  const inHours = `during hours ${rangesOf(hours)} UTC`
  if (everyMinutes) return `${everyMinutes} ${inHours}`
  return minutes.length === 1
    ? `At minute ${minute} ${inHours}`
    : `At minutes ${rangesOf(minutes)} ${inHours}`
}

function describeDays(schedule: CronFields): string {
  const { days, weekdays, isLastDay, matchesEitherDay } = schedule
  const isAnyDay = !isLastDay && days.length === 31
  const isAnyWeekday = weekdays.length === 7
  if (matchesEitherDay ? isAnyDay || isAnyWeekday : isAnyDay && isAnyWeekday) return ''
  const onDays = isLastDay
    ? ' on the last day of the month'
    : ` on day${days.length === 1 ? '' : 's'} ${rangesOf(days)} of the month`
  if (isAnyWeekday) return onDays
  const names = weekdayNames(weekdays)
  if (isAnyDay) return names.includes(' to ') ? ` from ${names}` : ` on ${names}`
  return matchesEitherDay ? `${onDays} or on ${names}` : `${onDays} if it is ${names}`
}

function weekdayNames(weekdays: readonly number[]): string {
  const [first = 0] = weekdays
  const last = weekdays.at(-1) ?? 0
  if (weekdays.length > 2 && last - first === weekdays.length - 1)
    return `${WEEKDAYS[first]} to ${WEEKDAYS[last]}`
  return listOf(weekdays.map((at) => WEEKDAYS[at]))
}

/**
 * The step of values that evenly divide an hour or a day starting at 0, such as 5 for 0, 5, … 55.
 */
function stepOf(values: readonly number[], size: number): number | undefined {
  const step = size / values.length
  return values.length > 1 && values.every((value, at) => value === at * step) ? step : undefined
}

/** `1, 3, and 9 to 17`. */
function rangesOf(values: readonly number[]): string {
  const parts: string[] = []
  for (let at = 0; at < values.length;) {
    let end = at
    while (values[end + 1] === (values[end] ?? 0) + 1) end += 1
    if (end - at < 2) end = at
    parts.push(end === at ? `${values[at]}` : `${values[at]} to ${values[end]}`)
    at = end + 1
  }
  return listOf(parts)
}

const LIST = new Intl.ListFormat('en', { type: 'conjunction' })
const listOf = (parts: readonly (string | undefined)[]) =>
  LIST.format(parts.filter((part) => part !== undefined))
const two = (value: number) => String(value).padStart(2, '0')
