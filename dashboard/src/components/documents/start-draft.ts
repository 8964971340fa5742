import type { SnippetType } from '@stoa/contract/platform/content'
import { createDraftStore } from './drafts.ts'
import type { DraftStore } from './drafts.ts'
import { NEW_NAMES } from './new-names.ts'
import { randomId } from '../../lib/random-id.ts'
import { pageStorage } from '../../lib/storage.ts'

/**
 * The id of an empty query or notebook: an existing one if there is one, otherwise a new one. Opening "new"
 * repeatedly does not leave behind a series of empty queries.
 */
export function startDraft(
  drafts: DraftStore,
  newId: () => string,
  type: SnippetType = 'sql',
): string {
  const isUnused = ({ draft }: ReturnType<DraftStore['list']>[number]) =>
    draft.base_version === 0 && draft.sql === '' && (draft.type ?? 'sql') === type
  const unused = drafts.list().find(isUnused)
  if (unused !== undefined) return unused.id
  const id = newId()
  drafts.write(id, {
    ...(type !== 'sql' && { type }),
    name: NEW_NAMES[type],
    sql: '',
    base_version: 0,
  })
  return id
}

/** Creates a query or a notebook for a project in this browser's storage. */
export const startSnippet = (projectRef: string, type: SnippetType): string =>
  startDraft(
    createDraftStore({ projectRef, storage: pageStorage, now: () => new Date() }),
    () => randomId(),
    type,
  )
