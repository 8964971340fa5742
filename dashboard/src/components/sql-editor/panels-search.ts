import { pickText } from '../../lib/search-params.ts'

/** The running queries of a project, in the panel of the shell. */
export const RUNNING_PANEL = { parameter: 'running', first: 'all' } as const
/** The SQL editor in the panel of the shell. Its content is the id of its query. */
export const INLINE_PANEL = { parameter: 'inlineSql', first: 'query' } as const

/** The part of the URL that says which panel with SQL is open. */
export type SqlPanelsSearch = { running?: string | undefined; inlineSql?: string | undefined }

export const SqlPanelsSearch = (search: Record<string, unknown>): SqlPanelsSearch =>
  pickText(search, 'running', 'inlineSql')

type Step = { search: SqlPanelsSearch; next: (search: SqlPanelsSearch) => SqlPanelsSearch }

/** Keeps a panel open while the page beside it changes, unless a link says otherwise. */
export function keepSqlPanels({ search, next }: Step): SqlPanelsSearch {
  const wanted = next(search)
  const { running, inlineSql } = search
  return { ...(running && { running }), ...(inlineSql && { inlineSql }), ...wanted }
}
