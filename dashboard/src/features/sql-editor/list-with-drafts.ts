import type { SnippetSummary } from '../../data/resources/snippets.ts'
import type { Draft } from './drafts.ts'
import type { ListedSnippet } from './snippet-list.tsx'

/**
 * The list as a person knows it: what the server holds, under the name of the newer local copy where
 * there is one, and before it what was typed and never reached the server.
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
