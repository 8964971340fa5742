import { pickText } from '../../lib/search-params.ts'

/** The URL's search parameters. Without a `schema`, the first exposed one is documented. */
export type DocsSearch = { schema?: string | undefined }

const LONGEST_NAME = 63

/** Parsed by hand: route definitions are in the entry chunk, which must not include zod. */
export function DocsSearch(search: Record<string, unknown>): DocsSearch {
  const { schema } = pickText(search, 'schema')
  return schema !== undefined && schema.length <= LONGEST_NAME ? { schema } : {}
}
