import { pickText } from '../../lib/search-params.ts'

/** What the address says: the schema that is documented; the first exposed one when absent. */
export type DocsSearch = { schema?: string | undefined }

const LONGEST_NAME = 63

/** Reads it by hand: route definitions are in the entry chunk, which must stay without zod. */
export function DocsSearch(search: Record<string, unknown>): DocsSearch {
  const { schema } = pickText(search, 'schema')
  return schema !== undefined && schema.length <= LONGEST_NAME ? { schema } : {}
}
