import { useReadSnippet } from '../../../data/resources/platform/content.ts'
import type { DraftStore } from '../../../components/documents/drafts.ts'

type Options = {
  projectRef: string
  drafts: DraftStore
  /** The unsaved text of a snippet if it is open; it is newer than the server's. */
  openText: (id: string) => string | undefined
}

/** Reads the newest text of a query: of the open editor, the draft, or the server. */
export function useQueryText({ projectRef, drafts, openText }: Options) {
  const read = useReadSnippet(projectRef)
  return async (id: string) => openText(id) ?? drafts.read(id)?.sql ?? (await read(id)).sql
}
