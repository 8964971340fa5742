import type { LogFilter, LogRow } from '@stoa/contract/services/logs/logs'
import { useMemo, useState } from 'react'
import { useMedia } from '../../lib/use-media.ts'
import type { ALL_LOGS, LogPage } from './log-pages.ts'
import {
  columnsOf,
  formatColumns,
  LOG_COLUMNS,
  narrowColumns,
  type LogColumnName,
} from './table/columns.ts'
import { useRowSelection } from './table/use-row-selection.ts'
import { formatEventId, parseEventId, scopeOf, withFilters } from './url/logs-scope.ts'
import type { LogsSearch } from './url/logs-search.ts'
import { useLogRows } from './use-log-rows.ts'

export type ChangeSearch = (change: Partial<LogsSearch>, options?: { replace?: boolean }) => void

type LogsViewOptions = {
  projectRef: string
  page: LogPage | typeof ALL_LOGS
  search: LogsSearch
  /** Changes parameters of the URL. */
  onSearch: ChangeSearch
}

export type LogsView = ReturnType<typeof useLogsView>

/** The events of a page, and what is selected, open and followed. Most of it is in the URL. */
export function useLogsView({ projectRef, page, search, onSearch }: LogsViewOptions) {
  const { sources, slug } = page
  const { search: text, filters, range, from, to } = search
  const scope = useMemo(
    () => scopeOf({ search: text, filters, range, from, to }, sources),
    [text, filters, range, from, to, sources],
  )
  const selection = useRowSelection()
  const [isScrolled, setIsScrolled] = useState(false)
  const openText = search.event
  const open = useMemo(() => parseEventId(openText), [openText])
  const isLive = search.live === 'on' && scope.range.kind === 'last'
  const isReading = isScrolled || open !== undefined || selection.count > 0
  const events = useLogRows({ projectRef, scope, isLive, isReading })
  const columnNames = columnsOf(search.columns, slug)
  const isNarrow = useMedia('(width < 40rem)') && search.columns === undefined
  const chosen = scope.filters.find(({ field, operator }) => field === 'source' && operator === '=')
  return {
    ...events,
    projectRef,
    page,
    search,
    onSearch,
    scope,
    selection,
    open,
    isLive,
    /** Whether all events are of one source, by whose own fields they can be filtered. */
    hasOneSource: sources.length === 1 || chosen?.values.length === 1,
    columns: isNarrow
      ? narrowColumns(slug)
      : LOG_COLUMNS.filter(({ name }) => columnNames.includes(name)),
    setIsScrolled,
    setColumns: (next: readonly LogColumnName[]) =>
      onSearch({ columns: formatColumns(next, slug) }, { replace: true }),
    setFilters: (next: readonly LogFilter[]) => onSearch(withFilters(next)),
    openEvent: (row: LogRow) =>
      onSearch({ event: formatEventId(row) }, { replace: open !== undefined }),
    closeEvent: () => onSearch({ event: undefined }, { replace: true }),
    toggleLive: () =>
      onSearch(isLive ? { live: undefined } : { live: 'on', from: undefined, to: undefined }, {
        replace: true,
      }),
  }
}
