import { pickText } from '../../../lib/search-params.ts'

/** The part of the URL that says what the explorer shows. */
export type ExplorerSearch = {
  /** The query. */
  q?: string | undefined
  /** The id of the saved query that is open. */
  query?: string | undefined
  range?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

export const ExplorerSearch = (given: Record<string, unknown>): ExplorerSearch =>
  pickText(given, 'q', 'query', 'range', 'from', 'to')

/** Queries of this length and more are not in the URL, because proxies refuse longer ones. */
export const MAX_URL_SQL = 4000

export const FIRST_SQL = `select timestamp, event_message, metadata.request.path
from edge_logs
order by timestamp desc
limit 100`
