import type { TableSearch } from './view/table-search.ts'
import { pickText } from '../../lib/search-params.ts'

export type EditorSearch = TableSearch

const LONGEST_NAME = 63

/** Parsed by hand: route definitions are in the entry chunk, which must not include zod. */
export function EditorSearch(search: Record<string, unknown>): EditorSearch {
  const { filter, sort, view, schema, row } = pickText(
    search,
    'filter',
    'sort',
    'view',
    'schema',
    'row',
  )
  return {
    ...(filter && { filter }),
    ...(sort && { sort }),
    ...(view && { view }),
    ...(row && { row }),
    ...(schema && schema.length <= LONGEST_NAME && { schema }),
  }
}
