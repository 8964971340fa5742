import { pickText } from '../../lib/search-params.ts'

/** The selection in the URL. It uses names, so that links work in a branch and after a restore. */
export type PrivilegesSearch = {
  schema?: string | undefined
  table?: string | undefined
  role?: string | undefined
}

const LONGEST_NAME = 63

/** Parsed by hand: route definitions are in the entry chunk, which must not include zod. */
export function PrivilegesSearch(search: Record<string, unknown>): PrivilegesSearch {
  const { schema, table, role } = pickText(search, 'schema', 'table', 'role')
  return {
    ...(isName(schema) && { schema }),
    ...(isName(table) && { table }),
    ...(isName(role) && { role }),
  }
}

const isName = (name: string | undefined): name is string =>
  name !== undefined && name.length <= LONGEST_NAME
