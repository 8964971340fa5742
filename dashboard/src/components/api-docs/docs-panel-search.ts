import type { Panel } from '../rooms/room.ts'
import { pickText } from '../../lib/search-params.ts'

/** The API docs as a side panel. `preview` is the feature preview that turns the panel on. */
export const DOCS_PANEL = {
  preview: 'api-side-panel',
  parameter: 'apiDocs',
  first: 'introduction',
} as const satisfies Panel

/** The panel's part of the URL: the page that is open in it, absent while the panel is closed. */
export type DocsPanelSearch = { apiDocs?: string | undefined }

/**
 * Parses the search by hand, because route definitions are in the entry chunk, which excludes zod.
 */
export const DocsPanelSearch = (search: Record<string, unknown>): DocsPanelSearch =>
  pickText(search, 'apiDocs')

type Step = { search: DocsPanelSearch; next: (search: DocsPanelSearch) => DocsPanelSearch }

/** Keeps the panel open while the page behind it changes, unless a link says otherwise. */
export function keepDocsPanel({ search, next }: Step): DocsPanelSearch {
  const wanted = next(search)
  return 'apiDocs' in wanted ? wanted : { ...wanted, apiDocs: search.apiDocs }
}
