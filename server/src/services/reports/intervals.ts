import type { Intervals } from '../../metrics/port.ts'
import { rangeInvalid } from './errors.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The lengths of intervals in seconds. */
const STEPS = [
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2, 4, 6, 12].map((hours) => hours * HOUR),
  ...[1, 2, 7, 14, 28].map((days) => days * DAY),
]

const DAY_MS = DAY * 1000

export type SeriesRange = { readonly from: string; readonly to: string; readonly points: number }

/**
 * The shortest intervals that cover a range with the given number of points. They begin at multiples
 * of their length, so that the values of a range do not change while time passes. The future and
 * what is not kept are left out.
 */
export function intervalsOf(
  range: SeriesRange,
  { now, retentionDays }: { readonly now: number; readonly retentionDays: number },
): Intervals {
  const [begin, end] = [Date.parse(range.from), Date.parse(range.to)]
  if (!(begin < end)) throw rangeInvalid()
  const from = Math.max(begin, now - retentionDays * DAY_MS)
  const to = Math.min(end, now)
  if (from >= to) return { from: begin, stepMs: MINUTE * 1000, count: 0 }
  for (const step of STEPS) {
    const intervals = cover(from, to, step * 1000)
    if (intervals.count <= range.points) return intervals
  }
  // A few points over a long range, which no multiples cover.
  const minutes = Math.ceil((to - from) / range.points / 60_000) + 1
  const start = from - (from % 60_000)
  const stepMs = minutes * 60_000
  return { from: start, stepMs, count: Math.ceil((to - start) / stepMs) }
}

function cover(from: number, to: number, stepMs: number): Intervals {
  const start = from - (from % stepMs)
  return { from: start, stepMs, count: Math.ceil((to - start) / stepMs) }
}
