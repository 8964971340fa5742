import { pickText } from '../../lib/search-params.ts'

/** The open query, and what the list shows, as part of the URL. */
export type QueriesSearch = {
  panel?: string
  item?: string
  search?: string
  role?: string
  source?: string
  sort?: string
  order?: string
  span?: string
}

export const readQueriesSearch = (search: Record<string, unknown>): QueriesSearch =>
  pickText(search, 'panel', 'item', 'search', 'role', 'source', 'sort', 'order', 'span')
