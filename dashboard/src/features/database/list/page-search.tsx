import { RouteSearchField } from '../../../components/list/search-field.tsx'

type Search = { search?: string }

/** The route of a page that loads its whole list and searches it in the browser. */
export type SearchPageProps = {
  projectRef: string
  search: Search
  onSearch: (search: Search) => void
}

const textOf = ({ search = '' }: Search) => search.trim().toLowerCase()

/** The items whose name contains the text. */
export const withName = <Item extends { name: string }>(
  items: readonly Item[],
  search: Search,
): readonly Item[] => items.filter(({ name }) => name.toLowerCase().includes(textOf(search)))

type PageSearchProps = Omit<SearchPageProps, 'projectRef'> & {
  /** The plural name of the searched items: `schemas`. */
  label: string
}

/** Searches the list of a page. The text is part of the URL. */
export function PageSearch({ label, search, onSearch }: PageSearchProps) {
  return (
    <RouteSearchField
      label={`Search ${label}`}
      value={search.search ?? ''}
      onValueChange={(next) => onSearch(next === '' ? {} : { search: next })}
    />
  )
}

/** The states of a list that the browser searches by name. */
export const searchStates = ({ search = '' }: Search) => ({
  isSearched: search !== '',
  noResults: `No name contains “${search}”.`,
})
