import type { RangeSearch } from '../../../components/time-range/range-search.ts'
import { pickText, pickValue } from '../../../lib/search-params.ts'

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
