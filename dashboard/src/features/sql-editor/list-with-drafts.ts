import type { SnippetSummary } from '../../data/resources/platform/content.ts'
import type { Draft } from './drafts.ts'
import type { ListedSnippet } from './snippet-list.tsx'

/**
 * The snippet list as the user sees it: first the drafts that were never saved, then the stored
 * snippets, each under the name of its newer local draft if there is one.
 */
export function listWithDrafts(
  stored: readonly SnippetSummary[],
  drafts: readonly { id: string; draft: Draft }[],
): ListedSnippet[] {
  const draftOf = new Map(drafts.map(({ id, draft }) => [id, draft]))
  const storedIds = new Set(stored.map(({ id }) => id))
  const never = drafts.filter(({ id, draft }) => !storedIds.has(id) && draft.sql !== '')
  return [
    ...never.map(({ id, draft }) => ({
      id,
      name: draft.name,
      updated_at: draft.kept_at,
      isUnsaved: true,
    })),
    ...stored.map(({ id, name, updated_at }) => ({
      id,
      name: draftOf.get(id)?.name ?? name,
      updated_at,
      isUnsaved: draftOf.has(id),
    })),
  ]
}
