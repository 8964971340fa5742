import type { QuerySource } from '@stoa/contract/services/query-performance/query-performance'
import { useNavigate } from '@tanstack/react-router'
import { useSearchParam, useUrlParam } from '../../components/list/use-search-param.ts'
import { SORTS, type QueryFilter, type QueryOrder } from './listed-queries.ts'
import { SOURCES } from './words.ts'

const isSource = (text: string): text is QuerySource => text in SOURCES

/** The order and the filters of the list, which are in the URL. */
export function useQueriesView() {
  const navigate = useNavigate()
  const { value: search, field } = useSearchParam('search')
  const [role, setRole] = useUrlParam('role')
  const [source, setSource] = useUrlParam('source')
  const [sort] = useUrlParam('sort')
  const [order] = useUrlParam('order')
  const queryOrder: QueryOrder = {
    sort: SORTS.find((each) => each === sort) ?? 'total_ms',
    order: order === 'asc' ? 'asc' : 'desc',
  }
  const filter: QueryFilter = { search, role, source: isSource(source) ? source : '' }
  return {
    filter,
    field,
    setRole,
    setSource,
    isFiltered: search !== '' || role !== '' || filter.source !== '',
    order: queryOrder,
    // One step, because a second one would begin from the URL before the first.
    setOrder: (next: QueryOrder) =>
      void navigate({
        to: '.',
        search: (before: object) => ({
          ...before,
          sort: next.sort === 'total_ms' ? undefined : next.sort,
          order: next.order === 'desc' ? undefined : next.order,
        }),
        replace: true,
        resetScroll: false,
      }),
  }
}

export type QueriesView = ReturnType<typeof useQueriesView>
