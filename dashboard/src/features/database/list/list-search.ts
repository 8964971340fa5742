import { useDebounced } from '../../../lib/use-debounced.ts'
import { pickText } from '../../../lib/search-params.ts'

/** The filter of a list, as part of the URL. */
export type ListSearch = { schema?: string; search?: string }

/** Everything a list page needs from its route. */
export type ListPageProps = {
  projectRef: string
  search: ListSearch
  onSearch: (search: ListSearch) => void
}

export const readListSearch = (search: Record<string, unknown>): ListSearch =>
  pickText(search, 'schema', 'search')

export const FIRST_SCHEMA = 'public'

const PAUSE_MS = 200

/** The filter of a list's requests, which follows the search input after a pause in typing. */
export function useListFilter({ schema = FIRST_SCHEMA, search = '' }: ListSearch) {
  const settled = useDebounced(search.trim(), PAUSE_MS)
  return { schema, search: settled }
}
