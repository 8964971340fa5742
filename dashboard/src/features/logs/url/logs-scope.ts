import type { LogFilter } from '@stoa/contract/services/logs/logs'
import { rangeOf, withTimes } from '../../../components/time-range/range-search.ts'
import { isSource, type LogScope } from '../../../data/resources/services/logs/scope.ts'
import type { EventId } from '../../../data/resources/services/logs/events.ts'
import { formatFilters } from '../../../components/logs/format-filters.ts'
import { parseFilters } from './log-filters.ts'
import type { LogsSearch } from './logs-search.ts'

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
