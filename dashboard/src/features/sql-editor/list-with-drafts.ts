import type { EditorSnippet } from '../../data/resources/platform/content.ts'
import type { Draft } from '../../components/documents/drafts.ts'

export type ListedSnippet = Pick<
  EditorSnippet,
  | 'id'
  | 'type'
  | 'name'
  | 'inserted_at'
  | 'updated_at'
  | 'visibility'
  | 'folder_id'
  | 'is_favorite'
  | 'is_own'
  | 'can_edit'
  | 'author'
  | 'updated_by'
> & {
  /** This browser has a newer text than the server. */
  isUnsaved: boolean
  /** False for a query that was never saved. */
  isStored: boolean
}

/**
 * The snippet list as the user sees it: first the drafts that were never saved, then the stored
 * snippets, each under the name of its newer local draft if there is one.
 */
export function listWithDrafts(
  stored: readonly EditorSnippet[],
  drafts: readonly { id: string; draft: Draft }[],
): ListedSnippet[] {
  const draftOf = new Map(drafts.map(({ id, draft }) => [id, draft]))
  const storedIds = new Set(stored.map(({ id }) => id))
  const never = drafts.filter(({ id, draft }) => !storedIds.has(id) && draft.sql !== '')
  return [
    ...never.flatMap(({ id, draft }) => onlyHere(id, draft)),
    ...stored.map((snippet) => ({
      ...snippet,
      name: draftOf.get(snippet.id)?.name ?? snippet.name,
      isUnsaved: draftOf.has(snippet.id),
      isStored: true,
    })),
  ]
}

function onlyHere(id: string, { type = 'sql', name, kept_at: at }: Draft): ListedSnippet[] {
  if (type !== 'sql' && type !== 'notebook') return []
  return [
    {
      id,
      type,
      name,
      inserted_at: at,
      updated_at: at,
      visibility: 'private',
      folder_id: null,
      is_favorite: false,
      is_own: true,
      can_edit: true,
      author: '',
      updated_by: null,
      isUnsaved: true,
      isStored: false,
    },
  ]
}
