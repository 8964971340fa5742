import { pickText } from '../../lib/search-params.ts'

/** The URL's search parameters: the filters and sort order of the rows, and the schema. */
export type EditorSearch = {
  filter?: string | undefined
  sort?: string | undefined
  schema?: string | undefined
  /** The id of the saved view that is open. */
  view?: string | undefined
  /** The key of the row that is open in the panel. */
  row?: string | undefined
}

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
