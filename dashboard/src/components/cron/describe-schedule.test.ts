import { expect, it } from 'vitest'
import { describeSchedule } from './describe-schedule.ts'

it.each([
  ['* * * * *', 'Every minute'],
  ['*/5 * * * *', 'Every 5 minutes'],
  ['0,30 * * * *', 'Every 30 minutes'],
  ['0 * * * *', 'Every hour'],
  ['15 * * * *', 'Every hour at minute 15'],
  ['1,2,3,9 * * * *', 'Every hour at minutes 1 to 3 and 9'],
  ['0 */6 * * *', 'Every day at 00:00, 06:00, 12:00, and 18:00 UTC'],
  ['0 */2 * * *', 'Every 2 hours UTC'],
  ['30 */2 * * *', 'Every 2 hours at minute 30 UTC'],
  ['0 3 * * *', 'Every day at 03:00 UTC'],
  ['@daily', 'Every day at 00:00 UTC'],
  ['0 9,17 * * 1-5', 'At 09:00 and 17:00 UTC from Monday to Friday'],
  ['0 3 * * 0', 'At 03:00 UTC on Sunday'],
  ['0 3 * * mon,thu', 'At 03:00 UTC on Monday and Thursday'],
  ['0 0 1 * *', 'At 00:00 UTC on day 1 of the month'],
  ['0 0 1,15 * *', 'At 00:00 UTC on days 1 and 15 of the month'],
  ['0 12 $ * *', 'At 12:00 UTC on the last day of the month'],
  ['0 0 1 1 *', 'At 00:00 UTC on day 1 of the month in January'],
  ['0 0 1 * 0', 'At 00:00 UTC on day 1 of the month or on Sunday'],
  ['0 0 */10 * 1', 'At 00:00 UTC on days 1, 11, 21, and 31 of the month if it is Monday'],
  ['*/10 9-17 * * *', 'Every 10 minutes during hours 9 to 17 UTC'],
  ['5 9-17 * * *', 'At minute 5 during hours 9 to 17 UTC'],
  ['5,6 9-17 * * *', 'At minutes 5 and 6 during hours 9 to 17 UTC'],
  ['* * * jun,jul *', 'Every minute in June and July'],
  ['1 second', 'Every second'],
  ['30 seconds', 'Every 30 seconds'],
  ['nonsense', undefined],
])('describes %j as %j', (text, expected) => {
  expect(describeSchedule(text)).toBe(expected)
})
