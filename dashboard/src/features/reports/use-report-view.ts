import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useHasLeft } from '../../components/list/use-has-left.ts'
import { rangeOf, withTimes } from '../../components/time-range/range-search.ts'
import type { LogRange } from '../../data/resources/services/logs/scope.ts'
import type { ReportsSearch } from './reports-search.ts'

export type ReportView = {
  readonly projectRef: string
  readonly range: LogRange
  readonly isLive: boolean
  readonly change: (search: ReportsSearch) => void
  /** Shows the time between two of its moments. */
  readonly zoom: (from: number, to: number) => void
}

/** The range of a report, which is in the URL. */
export function useReportView(projectRef: string, search: ReportsSearch): ReportView {
  const navigate = useNavigate()
  const hasLeft = useHasLeft()
  const { range: text, from, to, live } = search
  const range = useMemo(() => rangeOf({ range: text, from, to }), [text, from, to])
  const change = (next: ReportsSearch) => {
    if (hasLeft()) return
    void navigate({
      to: '.',
      search: (before) => ({ ...before, ...next }),
      resetScroll: false,
    })
  }
  return {
    projectRef,
    range,
    isLive: live === 'on' && range.kind === 'last',
    change,
    zoom: (start, end) => change({ ...withTimes(start, end), live: undefined }),
  }
}
