import type { Panel } from '../rooms/room.ts'
import { pickText } from '../../lib/search-params.ts'

/** The API docs as a side panel; its preview is what somebody's choice of it is kept under. */
export const DOCS_PANEL = {
  preview: 'api-side-panel',
  parameter: 'apiDocs',
  first: 'introduction',
} as const satisfies Panel

/** What the address says of the panel: the page that is open in it; absent while it is closed. */
export type DocsPanelSearch = { apiDocs?: string | undefined }

/** Reads it by hand: route definitions are in the entry chunk, which must stay without zod. */
export const DocsPanelSearch = (search: Record<string, unknown>): DocsPanelSearch =>
  pickText(search, 'apiDocs')

type Step = { search: DocsPanelSearch; next: (search: DocsPanelSearch) => DocsPanelSearch }

/** The panel stays open while the page behind it changes, unless a link says otherwise. */
export function keepDocsPanel({ search, next }: Step): DocsPanelSearch {
  const wanted = next(search)
  return 'apiDocs' in wanted ? wanted : { ...wanted, apiDocs: search.apiDocs }
}
