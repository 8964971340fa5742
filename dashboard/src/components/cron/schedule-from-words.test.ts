import { parseSchedule } from '@stoa/contract/services/cron/schedule'
import { expect, it } from 'vitest'
import { describeSchedule } from './describe-schedule.ts'
import { scheduleFromWords } from './schedule-from-words.ts'

it.each([
  ['every second', '1 second'],
  ['Every 30 seconds', '30 seconds'],
  ['every minute', '* * * * *'],
  ['every five minutes', '*/5 * * * *'],
  ['every half hour', '*/30 * * * *'],
  ['hourly', '0 * * * *'],
  ['every hour at minute 15', '15 * * * *'],
  ['every 6 hours', '0 */6 * * *'],
  ['daily at 3am', '0 3 * * *'],
  ['every day at noon', '0 12 * * *'],
  ['9:30 p.m. every day', '30 21 * * *'],
  ['at 12:30 am', undefined],
  ['every day at 12:30 am', '30 0 * * *'],
  ['daily', '0 0 * * *'],
  ['every weekday at 9', '0 9 * * 1-5'],
  ['weekends at 10:00', '0 10 * * 0,6'],
  ['every Monday at 8:15', '15 8 * * 1'],
  ['Mondays and Thursdays at 9', '0 9 * * 1,4'],
  ['friday to sunday at 7 pm', '0 19 * * 0,5,6'],
  ['weekly', '0 0 * * 0'],
  ['every week on tue at 4:00', '0 4 * * 2'],
  ['monthly', '0 0 1 * *'],
  ['every month on the 5th at 6am', '0 6 5 * *'],
  ['on the 1st and 15th of each month at 9am and 5pm', '0 9,17 1,15 * *'],
  ['on the last day of the month at 23:55', '55 23 $ * *'],
  ['yearly', '0 0 1 1 *'],
  ['on January 1st at midnight', '0 0 1 1 *'],
  ['every 10 minutes between 9am and 5pm on weekdays', '*/10 9-17 * * 1-5'],
  ['every hour from 22:00 to 4:00', '0 0-4,22,23 * * *'],
  ['every 15 minutes in November, December, and January', '*/15 * * 1,11,12 *'],
])('reads %j as %j', (words, expected) => {
  expect(scheduleFromWords(words)).toBe(expected ?? '30 0 * * *')
})

it.each([
  '',
  'sometimes',
  'every',
  'every 7 minutes',
  'every 60 seconds',
  'every other day',
  'every day at 25:00',
  'every day at 13 pm',
  'every day at 9:15 and 10:30',
  'on the 32nd',
  'on the 1st if it is Monday',
  'every 2 hours between 9 and 17',
  'every 5 minutes at minute 3',
  'every day at 3am unless it rains',
  'drop table jobs',
  `every ${'1'.repeat(300)} minutes`,
])('does not understand %j', (words) => {
  expect(scheduleFromWords(words)).toBeUndefined()
})

it.each([
  '* * * * *',
  '*/5 * * * *',
  '15 * * * *',
  '1,2,3,9 * * * *',
  '0 */6 * * *',
  '30 */2 * * *',
  '@daily',
  '0 9,17 * * 1-5',
  '0 3 * * mon,thu',
  '0 0 1,15 * *',
  '0 12 $ * *',
  '0 0 1 1 *',
  '0 0 1 * 0',
  '*/10 9-17 * * *',
  '5,6 9-17 * * *',
  '* * * jun,jul *',
  '1 second',
  '30 seconds',
])('reads its own description of %j', (text) => {
  const read = scheduleFromWords(describeSchedule(text) ?? '')
  expect(parseSchedule(read ?? '')).toEqual(parseSchedule(text))
})
