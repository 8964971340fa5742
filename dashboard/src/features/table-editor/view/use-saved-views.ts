import type { TableView } from '@stoa/contract/platform/table-views'
import { useMemo } from 'react'
import { useTableViews } from '../../../data/resources/platform/table-views.ts'
import type { TableSearch } from './table-search.ts'
import type { ViewState } from '../session/session-view.ts'
import { formatConditions, formatSorts, parseConditions, parseSorts } from './view-search.ts'

/** In the URL: no saved view, although there is a default one. */
const NO_VIEW = 'none'

/** In the URL: no filter, although the saved view has some. A filter always names a column. */
const NO_FILTER = ':none'

/** A dialog about views. */
export type ViewAction = 'save-as' | 'rename' | 'delete'

export type SavedViews = {
  readonly views: readonly TableView[]
  readonly active: TableView | undefined
  readonly defaultId: string | null
  /** Filters and sorts as they would be saved. */
  readonly filter: string
  readonly sort: string
  /** Opens a view as it is saved; undefined opens all rows. */
  readonly open: (view: Pick<TableView, 'id'> | undefined) => void
}

type Options = {
  projectRef: string
  tableId: number
  search: TableSearch
  onSearch: (search: TableSearch) => void
}

/**
 * The rows that are shown: those of a saved view, or of the filters and sorts in the URL. A URL with
 * nothing else opens the default view. `view` is undefined until the default is known.
 */
export function useSavedViews({ projectRef, tableId, search, onSearch }: Options) {
  const stored = useTableViews(projectRef, tableId)
  const { views = [], default_id: defaultId = null } = stored.data ?? {}
  const hasOwnState = search.filter !== undefined || search.sort !== undefined
  const isBare = !hasOwnState && search.view === undefined
  const activeId = search.view ?? (isBare ? defaultId : undefined)
  const active = views.find(({ id }) => id === activeId)
  const saved = hasOwnState ? undefined : active
  const filter = saved?.filter ?? search.filter ?? ''
  const sort = saved?.sort ?? search.sort ?? ''
  const state = useMemo(
    () => ({ ...parseConditions(filter), sorts: parseSorts(sort) }),
    [filter, sort],
  )
  const isKnown = hasOwnState || search.view === NO_VIEW || !stored.isPending
  const shown = { filter: formatConditions(state), sort: formatSorts(state.sorts) }
  return {
    view: isKnown ? state : undefined,
    onView(next: ViewState): void {
      const [nextFilter, nextSort] = [formatConditions(next), formatSorts(next.sorts)]
      const isSaved = active?.filter === nextFilter && active.sort === nextSort
      const isEmpty = nextFilter === '' && nextSort === ''
      onSearch({
        ...search,
        ...(active && { view: active.id }),
        filter: isSaved ? undefined : nextFilter || (active && isEmpty ? NO_FILTER : undefined),
        sort: isSaved ? undefined : nextSort || undefined,
      })
    },
    saved: {
      views,
      active,
      defaultId,
      ...shown,
      open: (view) =>
        onSearch({
          ...search,
          view: view?.id ?? (defaultId === null ? undefined : NO_VIEW),
          filter: undefined,
          sort: undefined,
        }),
    } satisfies SavedViews as SavedViews,
  }
}

/** Whether the rows are other ones, or in another order, than the saved view has. */
export const hasChangedRows = ({ active, filter, sort }: SavedViews): boolean =>
  active !== undefined && (active.filter !== filter || active.sort !== sort)
