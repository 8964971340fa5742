import { pickText } from '../../../lib/search-params.ts'
import { listFilter, readListSearch, type ListSearch } from '../list/list-search.ts'

/** The filter of the tables, as part of the URL. */
export type TablesSearch = ListSearch & {
  /** The name of the partitioned table whose partitions are listed. */
  partitionsOf?: string
}

export const readTablesSearch = (search: Record<string, unknown>): TablesSearch => ({
  ...readListSearch(search),
  ...pickText(search, 'partitionsOf'),
})

/** The filter of the request for the tables. */
export const tablesFilter = ({ partitionsOf, ...search }: TablesSearch) => ({
  ...listFilter(search),
  ...(partitionsOf !== undefined && { partitionsOf }),
})
