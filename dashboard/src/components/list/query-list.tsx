import type { ReactNode } from 'react'
import { formatCount } from '../../lib/quantities.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { QueryError } from '../query-error.tsx'

/** A query whose data is a list. */
export type ListQuery<Item> = {
  data: readonly Item[] | undefined
  error: Error | null
  refetch: () => unknown
  /** The data is that of the search before. */
  isPlaceholderData?: boolean
}

/** The further pages of a list. */
export type ListPages = {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
}

type QueryListProps<Item> = {
  /** The name of the items in text: `webhooks`. */
  label: string
  query: ListQuery<Item>
  /** The list is searched or filtered, so an empty one has no results. */
  isSearched?: boolean
  /** The items of a list that the browser searches. All items by default. */
  found?: readonly Item[] | undefined
  /** Fields above the list. They are hidden while there is nothing to search. */
  toolbar?: ReactNode
  /** The layout of the list while it loads, if it is not a table. */
  skeleton?: ReactNode
  empty: { title: string; description: ReactNode; action?: ReactNode }
  /** The description of a search without results. */
  noResults?: string
  pages?: ListPages
  /** The number of items at which the server cuts the list. */
  maximum?: number
  children: (items: readonly Item[]) => ReactNode
}

/**
 * A list in each of its states: loading, failed, empty, without results, shown. A list that is
 * loaded stays on the page when a later request fails.
 */
export function QueryList<Item>(props: QueryListProps<Item>) {
  const { label, query, isSearched = false, found = query.data, toolbar, pages, maximum } = props
  const { data, error, refetch, isPlaceholderData = false } = query
  const canSearch = isSearched || isPlaceholderData || (data !== undefined && data.length > 0)
  const isPageMissing = pages?.isFetchNextPageError === true
  const retry = isPageMissing ? pages.fetchNextPage : refetch
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {canSearch && toolbar}
      {error && (
        <QueryError
          error={error}
          title={`Could not ${failedAction(data !== undefined, isPageMissing)} the ${label}`}
          onRetry={() => void retry()}
        />
      )}
      {!data && !error && (props.skeleton ?? <Skeleton className="h-64" />)}
      {found && found.length > 0 && props.children(found)}
      {found?.length === 0 && !isPlaceholderData && <Nothing {...props} />}
      {pages?.hasNextPage && !isPageMissing && (
        <Button
          className="justify-self-start"
          pending={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          Show more
        </Button>
      )}
      {data && maximum !== undefined && data.length >= maximum && (
        <p className="text-xs text-muted">
          Showing the first {formatCount(maximum)} {label}. Search to find others.
        </p>
      )}
    </div>
  )
}

function failedAction(isLoaded: boolean, isPageMissing: boolean) {
  if (isPageMissing) return 'load more of'
  return isLoaded ? 'update' : 'load'
}

type NothingProps = Pick<QueryListProps<never>, 'empty' | 'noResults' | 'isSearched'>

function Nothing({ empty, noResults, isSearched }: NothingProps) {
  return isSearched ? (
    <EmptyState title="No results" description={noResults} />
  ) : (
    <EmptyState {...empty} />
  )
}
