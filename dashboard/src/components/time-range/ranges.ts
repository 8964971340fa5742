import type { LogRange } from '../../data/resources/services/logs/scope.ts'
import { formatMoment } from '../../lib/dates.ts'
import { minutesOf } from './range-search.ts'

const DAY_MINUTES = 1440

const PRESETS = [
  { value: '15m', label: 'Last 15 minutes' },
  { value: '1h', label: 'Last hour' },
  { value: '3h', label: 'Last 3 hours' },
  { value: '24h', label: 'Last 24 hours' },
  { value: '3d', label: 'Last 3 days' },
  { value: '7d', label: 'Last 7 days' },
  { value: '28d', label: 'Last 28 days' },
  { value: '90d', label: 'Last 90 days' },
] as const

type Preset = { value: string; label: string }

/** The ranges that lie within what is kept. The shortest ones are always among them. */
export const presetsWithin = (retentionDays: number | undefined): readonly Preset[] =>
  PRESETS.filter(
    ({ value }) => (minutesOf(value) ?? 0) <= Math.max(1, retentionDays ?? 1) * DAY_MINUTES,
  )

/** The range in words. */
export function rangeLabel(range: LogRange): string {
  if (range.kind === 'between') return `${formatMoment(range.from)} – ${formatMoment(range.to)}`
  const preset = PRESETS.find(({ value }) => minutesOf(value) === range.minutes)
  return preset?.label ?? `Last ${spanLabel(range.minutes)}`
}

function spanLabel(minutes: number): string {
  if (minutes % DAY_MINUTES === 0) return `${minutes / DAY_MINUTES} days`
  return minutes % 60 === 0 ? `${minutes / 60} hours` : `${minutes} minutes`
}

/** The days of a range. */
export function daysOf(range: LogRange): number {
  if (range.kind === 'last') return range.minutes / DAY_MINUTES
  return (Date.parse(range.to) - Date.parse(range.from)) / 86_400_000
}

/** A time for a field of date and time, in the user's time zone. */
export function toLocalField(time: number): string {
  const at = new Date(time - new Date(time).getTimezoneOffset() * 60_000)
  return at.toISOString().slice(0, 19)
}

/** The times of two fields, or what is wrong with them. */
export function parseFields(
  from: string,
  to: string,
): { from: number; to: number } | { problem: string } {
  const [start, end] = [Date.parse(from), Date.parse(to)]
  if (Number.isNaN(start) || Number.isNaN(end)) return { problem: 'Enter a start and an end.' }
  if (start >= end) return { problem: 'The start must be before the end.' }
  return { from: start, to: end }
}
