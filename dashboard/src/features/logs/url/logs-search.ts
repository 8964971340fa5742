import type { LogFilter } from '@stoa/contract/services/logs/logs'
import {
  isSource,
  type LogRange,
  type LogScope,
} from '../../../data/resources/services/logs/scope.ts'
import type { EventId } from '../../../data/resources/services/logs/events.ts'
import { pickText, pickValue } from '../../../lib/search-params.ts'
import { formatFilters, parseFilters } from './log-filters.ts'

/** The part of the URL that says what a page of logs shows. */
export type LogsSearch = {
  search?: string | undefined
  /** Such as `status>=500;method=GET,POST`. */
  filters?: string | undefined
  /** The last minutes, hours or days, such as `15m`; or `from` and `to`. */
  range?: string | undefined
  from?: string | undefined
  to?: string | undefined
  live?: 'on' | undefined
  /** The open event: its source, its time in microseconds and its id. */
  event?: string | undefined
  view?: 'json' | 'request' | undefined
  /** The columns of the table, if they are not those that the page begins with. */
  columns?: string | undefined
}

/** Parsed by hand: route definitions are loaded with every page, and zod must not be. */
export function LogsSearch(given: Record<string, unknown>): LogsSearch {
  return {
    ...pickText(given, 'search', 'filters', 'range', 'from', 'to', 'event', 'columns'),
    ...pickValue(given, 'live', ['on']),
    ...pickValue(given, 'view', ['json', 'request']),
  }
}

/** The parameters that decide which events are shown. */
export const shownOf = ({ search, filters, range, from, to }: LogsSearch): LogsSearch => ({
  ...pickText({ search, filters, range, from, to }, 'search', 'filters', 'range', 'from', 'to'),
})

export const DEFAULT_RANGE = '1h'
const UNITS: Readonly<Record<string, number>> = { m: 1, h: 60, d: 1440 }
const MAX_MINUTES = 366 * 1440
const MAX_SEARCH_LENGTH = 500

/** The minutes of `15m`, `3h` or `7d`. */
export function minutesOf(text: string): number | undefined {
  const [, count, unit = ''] = /^(\d{1,5})([mhd])$/.exec(text) ?? []
  const minutes = Number(count) * (UNITS[unit] ?? 0)
  return minutes > 0 && minutes <= MAX_MINUTES ? minutes : undefined
}

/** The range of a URL. One without a usable range shows the last hour. */
export function rangeOf({ range = DEFAULT_RANGE, from = '', to = '' }: LogsSearch): LogRange {
  const [start, end] = [Date.parse(from), Date.parse(to)]
  if (start < end)
    return {
      kind: 'between',
      from: new Date(start).toISOString(),
      to: new Date(end).toISOString(),
    }
  return { kind: 'last', minutes: minutesOf(range) ?? 60 }
}

/** The events that a URL shows, on a page of these sources, or of all if there are none. */
export function scopeOf(search: LogsSearch, sources: LogScope['sources']): LogScope {
  return {
    range: rangeOf(search),
    ...(sources?.length && { sources }),
    filters: parseFilters(search.filters ?? ''),
    search: (search.search ?? '').slice(0, MAX_SEARCH_LENGTH),
  }
}

export const withFilters = (filters: readonly LogFilter[]): Partial<LogsSearch> => ({
  filters: filters.length === 0 ? undefined : formatFilters(filters),
})

/** A range of whole times. What lies in it does not change, so there is nothing live to follow. */
export const withTimes = (from: number, to: number): Partial<LogsSearch> => ({
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
  range: undefined,
  live: undefined,
})

export const withRange = (range: string): Partial<LogsSearch> => ({
  range: range === DEFAULT_RANGE ? undefined : range,
  from: undefined,
  to: undefined,
})

export const formatEventId = ({ source, timestamp, id }: EventId): string =>
  `${source}:${timestamp}:${id}`

/** The open event of a URL, or undefined if there is none or its text is no identity. */
export function parseEventId(text: string | undefined): EventId | undefined {
  const [, source = '', timestamp, id] = /^(\w+):(\d{1,16}):(.{1,100})$/.exec(text ?? '') ?? []
  if (!isSource(source) || id === undefined) return undefined
  return { source, id, timestamp: Number(timestamp) }
}
