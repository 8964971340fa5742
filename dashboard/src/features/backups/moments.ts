import type { BackupReach } from '@stoa/contract/platform/backups'
import { formatExact } from '../../lib/dates.ts'

/** A period whose every second can be restored, in milliseconds since 1970. */
export type Period = { from: number; until: number }

/** Whole seconds, because a moment is chosen to the second; periods without one are left out. */
export const periodsOf = (reach: readonly BackupReach[]): Period[] =>
  reach
    .map(({ from, until }) => ({
      from: Math.ceil(Date.parse(from) / 1000) * 1000,
      until: Math.floor(Date.parse(until) / 1000) * 1000,
    }))
    .filter(({ from, until }) => from <= until)

export const isReachable = (periods: readonly Period[], time: number): boolean =>
  periods.some(({ from, until }) => from <= time && time <= until)

/** The whole span from the first to the last reachable second. */
export function spanOf(periods: readonly Period[]): Period | undefined {
  const [first] = periods
  const last = periods.at(-1)
  return first && last && { from: first.from, until: last.until }
}

/** The reachable second that is nearest to a time. */
export function nearestReachable(periods: readonly Period[], time: number): number | undefined {
  const second = Math.round(time / 1000) * 1000
  let nearest: number | undefined
  for (const { from, until } of periods) {
    const candidate = Math.min(Math.max(second, from), until)
    if (nearest === undefined || Math.abs(candidate - second) < Math.abs(nearest - second))
      nearest = candidate
  }
  return nearest
}

/** A step forward or back. A step into a gap ends at the other side of the gap. */
export function stepFrom(periods: readonly Period[], time: number, step: number): number {
  const next = time + step
  if (isReachable(periods, next)) return next
  if (step > 0)
    return periods.find(({ from }) => from > next)?.from ?? spanOf(periods)?.until ?? time
  return periods.findLast(({ until }) => until < next)?.until ?? spanOf(periods)?.from ?? time
}

/** The moments that can be restored now, as a sentence. */
export function describeReach(periods: readonly Period[]): string {
  const span = spanOf(periods)
  if (!span) return 'Only complete backups can be restored so far.'
  const [from, until] = [formatSecond(span.from), formatSecond(span.until)]
  if (periods.length === 1) return `Every moment from ${from} to ${until} can be restored.`
  return `Moments from ${from} to ${until} can be restored, except in ${gapsText(periods.length - 1)}.`
}

const gapsText = (count: number) => (count === 1 ? 'one gap' : `${count} gaps`)

/** `01 Mar 2026, 14:05:09`, in the user's time zone. */
export const formatSecond = (time: number): string => formatExact(time).replace(/ \([^)]*\)$/, '')

/** `2026-03-01 13:05:09 UTC`. */
export const formatUtc = (time: number): string =>
  `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')} UTC`
