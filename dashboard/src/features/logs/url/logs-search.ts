import type { LogFilter } from '@stoa/contract/services/logs/logs'
import {
  rangeOf,
  withTimes,
  type RangeSearch,
} from '../../../components/time-range/range-search.ts'
import { isSource, type LogScope } from '../../../data/resources/services/logs/scope.ts'
import type { EventId } from '../../../data/resources/services/logs/events.ts'
import { pickText, pickValue } from '../../../lib/search-params.ts'
import { formatFilters } from '../../../components/logs/format-filters.ts'
import { parseFilters } from './log-filters.ts'

/** The part of the URL that says what a page of logs shows. */
export type LogsSearch = RangeSearch & {
  search?: string | undefined
  /** Such as `status>=500;method=GET,POST`. */
  filters?: string | undefined
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

const MAX_SEARCH_LENGTH = 500

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
export const withLogTimes = (from: number, to: number): Partial<LogsSearch> => ({
  ...withTimes(from, to),
  live: undefined,
})

export const formatEventId = ({ source, timestamp, id }: EventId): string =>
  `${source}:${timestamp}:${id}`

/** The open event of a URL, or undefined if there is none or its text is no identity. */
export function parseEventId(text: string | undefined): EventId | undefined {
  const [, source = '', timestamp, id] = /^(\w+):(\d{1,16}):(.{1,100})$/.exec(text ?? '') ?? []
  if (!isSource(source) || id === undefined) return undefined
  return { source, id, timestamp: Number(timestamp) }
}
