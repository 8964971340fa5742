import type { TableSizeSort } from '../../../data/resources/database/activity.ts'
import { SESSION_FILTERS, type SessionFilter } from './session-texts.ts'

export const ACTIVITY_VIEWS = ['sessions', 'locks', 'sizes', 'wal'] as const
export type ActivityView = (typeof ACTIVITY_VIEWS)[number]

/** Written out, because the entry chunk, which has the route definitions, must not include zod. */
const SIZE_SORTS: readonly TableSizeSort[] = ['total_bytes', 'name', 'estimated_rows', 'dead_rows']

/** What the page shows, as part of the URL. The first of each list is the default. */
export type ActivitySearch = {
  view?: ActivityView
  filter?: SessionFilter
  sort?: TableSizeSort
  search?: string
}

export function readActivitySearch(search: Record<string, unknown>): ActivitySearch {
  const pick = <Value extends string>(values: readonly Value[], name: string) =>
    values.slice(1).find((value) => value === search[name])
  const view = pick(ACTIVITY_VIEWS, 'view')
  const filter = pick(SESSION_FILTERS, 'filter')
  const sort = pick(SIZE_SORTS, 'sort')
  const text = search['search']
  return {
    ...(view && { view }),
    ...(filter && { filter }),
    ...(sort && { sort }),
    ...(typeof text === 'string' && text !== '' && { search: text }),
  }
}

/** The parts of the page that show one view. */
export type ViewProps = {
  projectRef: string
  search: ActivitySearch
  onSearch: (search: ActivitySearch) => void
  canWrite: boolean
}
