import type { QuietHours } from '@stoa/contract/services/alerts/channels'

const MINUTE_MS = 60_000
const DAY_MINUTES = 1440

/** The time at which a channel accepts messages again: now, or the end of its quiet hours. */
export function sendTime(quiet: QuietHours | null, now: Date): Date {
  if (quiet === null) return now
  const [from, to] = [minutesOf(quiet.from), minutesOf(quiet.to)]
  const local = localMinutes(now, quiet.time_zone)
  const intoQuiet = (local - from + DAY_MINUTES) % DAY_MINUTES
  const length = (to - from + DAY_MINUTES) % DAY_MINUTES
  if (intoQuiet >= length) return now
  return endOf(now, { to, time_zone: quiet.time_zone, wait: length - intoQuiet })
}

/** A change of the clocks in between moves the end, so the local time decides. */
function endOf(
  now: Date,
  { to, time_zone: zone, wait }: { to: number; time_zone: string; wait: number },
): Date {
  const minute = Math.floor(now.getTime() / MINUTE_MS)
  const end = new Date((minute + wait) * MINUTE_MS)
  const error = to - localMinutes(end, zone)
  const shift = ((error + DAY_MINUTES / 2 + DAY_MINUTES) % DAY_MINUTES) - DAY_MINUTES / 2
  const moved = new Date(end.getTime() + shift * MINUTE_MS)
  return moved > now ? moved : end
}

const minutesOf = (time: string): number => {
  const [hours = '0', minutes = '0'] = time.split(':')
  return Number(hours) * 60 + Number(minutes)
}

function localMinutes(at: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(at)
  return minutesOf(parts)
}
