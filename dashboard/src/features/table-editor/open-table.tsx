import type { ComponentProps } from 'react'
import type { EditorSearch } from './editor-search.ts'
import { TableSkeleton } from './table-skeleton.tsx'
import { TableView } from './view/table-view.tsx'
import { useSavedViews } from './view/use-saved-views.ts'

type OpenTableProps = Omit<ComponentProps<typeof TableView>, 'view' | 'onView' | 'saved'> & {
  search: EditorSearch
  onSearch: (search: EditorSearch) => void
}

/** A table with the filters, sorts and columns of a saved view or of the URL. */
export function OpenTable({ search, onSearch, ...props }: OpenTableProps) {
  const { projectRef, table } = props
  const { view, onView, saved } = useSavedViews({
    projectRef,
    tableId: table.id,
    search,
    onSearch,
  })
  if (view === undefined) return <TableSkeleton />
  return <TableView {...props} view={view} onView={onView} saved={saved} />
}
