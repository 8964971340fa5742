import { isDay, type Day } from '../../../lib/calendar.ts'

const HOUR = 3600
const DAY = 24 * HOUR
/** The longest time that the server signs a link for. */
const MOST_SECONDS = 10 * 365 * DAY

export const EXPIRIES = [
  { value: 'hour', label: '1 hour', seconds: HOUR },
  { value: 'day', label: '1 day', seconds: DAY },
  { value: 'week', label: '1 week', seconds: 7 * DAY },
  { value: 'month', label: '1 month (30 days)', seconds: 30 * DAY },
  { value: 'year', label: '1 year', seconds: 365 * DAY },
  { value: 'custom', label: 'Custom date', seconds: undefined },
] as const
export type Expiry = (typeof EXPIRIES)[number]['value']

/**
 * For how many seconds a link works, or why it can't be made. With a custom date, until the end of
 * that day in the user's time zone.
 */
export function linkSeconds(
  { expiry, day }: { expiry: Expiry; day: Day },
  now: Date,
): { seconds: number } | { problem: string } {
  const seconds = EXPIRIES.find(({ value }) => value === expiry)?.seconds
  if (seconds !== undefined) return { seconds }
  if (!isDay(day)) return { problem: 'Enter a date such as 2030-12-31.' }
  const end = new Date(`${day}T00:00:00`)
  end.setDate(end.getDate() + 1)
  const custom = Math.floor((end.getTime() - now.getTime()) / 1000)
  if (custom < 1) return { problem: 'Enter a date that is not in the past.' }
  if (custom > MOST_SECONDS) return { problem: 'A link can last at most 10 years.' }
  return { seconds: custom }
}
