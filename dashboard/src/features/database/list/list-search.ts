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

/** The filter of a list's requests. */
export const listFilter = ({ schema = FIRST_SCHEMA, search = '' }: ListSearch) => ({
  schema,
  search: search.trim(),
})
