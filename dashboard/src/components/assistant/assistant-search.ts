import { pickValue } from '../../lib/search-params.ts'

/** The assistant in the panel of the shell. */
export const ASSISTANT_PANEL = {
  parameter: 'aiAssistantPanelOpen',
  first: 'true',
  closedBy: 'false',
} as const

/** The part of the URL that says whether the assistant is open (SPEC 2). */
export type AssistantSearch = { aiAssistantPanelOpen?: 'true' | 'false' | undefined }

export const AssistantSearch = (search: Record<string, unknown>): AssistantSearch =>
  pickValue(search, 'aiAssistantPanelOpen', ['true', 'false'])

type Step = { search: AssistantSearch; next: (search: AssistantSearch) => AssistantSearch }

/** Keeps the assistant open while the page beside it changes, unless a link says otherwise. */
export function keepAssistant({ search, next }: Step): AssistantSearch {
  const wanted = next(search)
  const open = search.aiAssistantPanelOpen
  if ('aiAssistantPanelOpen' in wanted || open !== 'true') return wanted
  return { ...wanted, aiAssistantPanelOpen: open }
}
