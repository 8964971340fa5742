import { pickText } from '../../lib/search-params.ts'

/** The URL's search parameters: the filters and sort order of the rows, and the schema. */
export type EditorSearch = {
  filter?: string | undefined
  sort?: string | undefined
  schema?: string | undefined
}

const LONGEST_NAME = 63

/** Parsed by hand: route definitions are in the entry chunk, which must not include zod. */
export function EditorSearch(search: Record<string, unknown>): EditorSearch {
  const { filter, sort, schema } = pickText(search, 'filter', 'sort', 'schema')
  return {
    ...(filter && { filter }),
    ...(sort && { sort }),
    ...(schema && schema.length <= LONGEST_NAME && { schema }),
  }
}
