import type { TableSizeSort } from '../../../data/resources/services/meta/activity.ts'
import { pickText, pickValue } from '../../../lib/search-params.ts'
import { SESSION_FILTERS, type SessionFilter } from './session-texts.ts'

export const ACTIVITY_VIEWS = ['sessions', 'locks', 'sizes', 'wal'] as const
export type ActivityView = (typeof ACTIVITY_VIEWS)[number]

/** Without zod, because the entry chunk contains the route definitions and must not include it. */
const SIZE_SORTS: readonly TableSizeSort[] = ['total_bytes', 'name', 'estimated_rows', 'dead_rows']

/** The page's view as part of the URL. The first of each list is the default. */
export type ActivitySearch = {
  view?: ActivityView | undefined
  filter?: SessionFilter | undefined
  sort?: TableSizeSort | undefined
  search?: string
}

export const readActivitySearch = (search: Record<string, unknown>): ActivitySearch => ({
  ...pickValue(search, 'view', ACTIVITY_VIEWS.slice(1)),
  ...pickValue(search, 'filter', SESSION_FILTERS.slice(1)),
  ...pickValue(search, 'sort', SIZE_SORTS.slice(1)),
  ...pickText(search, 'search'),
})

/** The parts of the page that show one view. */
export type ViewProps = {
  projectRef: string
  search: ActivitySearch
  onSearch: (search: ActivitySearch) => void
  canWrite: boolean
}
