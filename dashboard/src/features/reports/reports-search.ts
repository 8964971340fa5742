import type { RangeSearch } from '../../components/time-range/range-search.ts'
import { pickText, pickValue } from '../../lib/search-params.ts'

/** The part of the URL that says what a report shows. */
export type ReportsSearch = RangeSearch & { live?: 'on' | undefined }

export const ReportsSearch = (given: Record<string, unknown>): ReportsSearch => ({
  ...pickText(given, 'range', 'from', 'to'),
  ...pickValue(given, 'live', ['on']),
})

export const rangeOnly = ({ range, from, to }: ReportsSearch): RangeSearch =>
  pickText({ range, from, to }, 'range', 'from', 'to')
