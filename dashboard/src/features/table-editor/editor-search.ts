import { pickText } from '../../lib/search-params.ts'

/** What the address says: conditions and order of the rows, and the schema being looked at. */
export type EditorSearch = {
  filter?: string | undefined
  sort?: string | undefined
  schema?: string | undefined
}

const LONGEST_NAME = 63

/** Reads it by hand: route definitions are in the entry chunk, which must stay without zod. */
export function EditorSearch(search: Record<string, unknown>): EditorSearch {
  const { filter, sort, schema } = pickText(search, 'filter', 'sort', 'schema')
  return {
    ...(filter && { filter }),
    ...(sort && { sort }),
    ...(schema && schema.length <= LONGEST_NAME && { schema }),
  }
}
