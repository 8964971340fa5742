import { pickText } from '../../lib/search-params.ts'

/** The open tab, the selected rule, and the open finding, as part of the URL. */
export type FindingsSearch = { level?: string; rule?: string; finding?: string }

export const readFindingsSearch = (search: Record<string, unknown>): FindingsSearch =>
  pickText(search, 'level', 'rule', 'finding')
